"""Cities [SW-16]: black cards, losses and debts, diplomacy, masks.

`effects` are what black structures and the leaders of Cities do to costs, coins and points, `losses` is how coins are
lost, `conflicts` who meets whom. The rules of the base game call these in named places; `absent` has what stands there
where Cities is not played.
"""
