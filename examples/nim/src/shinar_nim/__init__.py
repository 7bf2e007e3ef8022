"""Nim: three heaps, two players, and whoever takes the last stone wins."""

from shinar_nim.game import Nim

__all__ = ["Nim"]
