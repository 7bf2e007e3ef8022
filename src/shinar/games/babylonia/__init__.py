"""Babylonia (Knizia): clans between two rivers, cities, ziggurats and fields. Two to four seats."""

from shinar.games.babylonia.game import Babylonia

__all__ = ["Babylonia"]
