"""Objects named by where they are defined, imported when they are first needed: `package.module:NAME`."""

from functools import cache
from importlib import import_module
from typing import Any

__all__ = ["load"]


@cache
def load(place: str) -> Any:
    """The object at a place."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
