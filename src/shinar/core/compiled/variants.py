"""Variants of rules: the same functions with some of the functions they call replaced, all the way down.

Rules ask at many places what an expansion does. Where it is not played the answers are constants, and a game need not
compile or carry out what leads to them: `with_parts(rules, {asked: constant})` gives rules of the same source in which
every call of `asked` is one of `constant`. Both forms are ordinary functions, and both can be compiled.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from shinar.core.compiled.jit import jit, parts_named
from shinar.core.game import Rules

__all__ = ["with_parts"]

S = TypeVar("S")
Part = Callable[..., Any]


def with_parts(rules: Rules[S], replaced: Mapping[Part, Part]) -> Rules[S]:
    """The same rules with other functions in the place of some that they call."""
    made: dict[Part, Part] = dict(replaced)
    functions = {field.name: getattr(rules, field.name) for field in fields(rules) if field.name != "state"}
    variants: dict[str, Any] = {name: _variant(part, made) for name, part in functions.items() if part is not None}
    return replace(rules, **variants)


def _variant(function: Part, made: dict[Part, Part]) -> Part:
    """A function in which every part that has a variant is called by it; the function itself if there is none."""
    if function not in made:
        parts = {name: _variant(part, made) for name, part in parts_named(function)}
        changed = {name: part for name, part in parts.items() if part is not function.__globals__[name]}
        made[function] = _copy(function, changed) if changed else function
    return made[function]


def _copy(function: Part, changed: dict[str, Part]) -> Part:
    """The same code with other globals."""
    assert isinstance(function, types.FunctionType)
    copy = types.FunctionType(
        function.__code__,
        {**function.__globals__, **changed},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__module__, copy.__qualname__, copy.__doc__ = function.__module__, function.__qualname__, function.__doc__
    copy.__annotations__ = function.__annotations__
    return jit(copy)
