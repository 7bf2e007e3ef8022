"""A second opinion on 7 Wonders: slow, plain Python that shares nothing with the engine but RULES.md.

It reads the lists of what is printed, takes cities as plain data, counts points, and tries out every way to pay.
"""
