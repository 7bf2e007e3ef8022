"""7 Wonders (Bauza), first edition, with Babel: the Tower of Babel and the Great Projects. Two to seven seats."""

from shinar.games.wonders.game import Wonders

__all__ = ["Wonders"]
