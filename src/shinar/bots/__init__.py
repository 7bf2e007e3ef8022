"""Computer players: each sees an observation and nothing else."""

from shinar.core.bot import Bot, Budget, RandomBot

__all__ = ["Bot", "Budget", "RandomBot"]
