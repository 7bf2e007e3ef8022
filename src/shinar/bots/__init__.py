"""Computer players: each sees an observation and nothing else."""

from shinar.bots.bot import Bot, Budget, RandomBot

__all__ = ["Bot", "Budget", "RandomBot"]
