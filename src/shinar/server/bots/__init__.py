"""Bots of the server: whose turn it is, and the processes in which they think."""
