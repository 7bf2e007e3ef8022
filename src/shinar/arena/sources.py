"""A digest of the program that plays a contest: the game's own folder, and the core, search and bots it runs on.

So a change to 7 Wonders leaves the results of Babel valid, and a change to the search invalidates both.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from shinar.bots.registry import bot_kind
from shinar.core.game import Game

__all__ = ["digest_of_sources", "modules_of", "source_files"]

SHARED = ("shinar.core", "shinar.search", "shinar.bots")
NO_SOURCES = {".md", ".pyc"}
SHOWN_DIGITS = 12


def modules_of(game: type[Game[Any]], players: tuple[str, ...]) -> tuple[str, ...]:
    """The modules that hold a game and the bots that play it."""
    return (game.__module__, *sorted({bot_kind(player).make.__module__ for player in players}))


@cache
def digest_of_sources(modules: tuple[str, ...]) -> str:
    """A short digest of some modules, of the packages they are in, and of what all games run on."""
    digest = hashlib.sha256()
    for name, path in source_files(modules):
        digest.update(name.encode() + path.read_bytes())
    return digest.hexdigest()[:SHOWN_DIGITS]


def source_files(modules: tuple[str, ...]) -> list[tuple[str, Path]]:
    """What is digested: names that are the same on every machine, and the files."""
    places = sorted({_place(module) for module in (*SHARED, *modules)})
    return sorted({name: path for place in places for name, path in _files(*place)}.items())


def _place(module: str) -> tuple[str, Path]:
    """The package of a module with its folder; a module that is in none, with its file."""
    spec = find_spec(module)
    assert spec is not None, f"{module} was imported before"
    assert spec.origin is not None, f"{module} has a file"
    return spec.parent or spec.name, Path(spec.origin).parent if spec.parent else Path(spec.origin)


def _files(package: str, place: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
        if path.is_file() and path.suffix not in NO_SOURCES:
            yield f"{package}/{path.relative_to(place).as_posix()}", path
