"""Tables of integers that rules look things up in."""

from shinar.core.tables import grid, table

__all__ = ["grid", "table"]
