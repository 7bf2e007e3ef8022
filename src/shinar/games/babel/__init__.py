"""Babel (Rosenberg & Dorgathen): temples, and five nations that build and wreck them. Two seats."""

from shinar.games.babel.game import Babel

__all__ = ["Babel"]
