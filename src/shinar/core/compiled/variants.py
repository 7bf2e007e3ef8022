"""Variants of rules: the same functions with some of the functions they call replaced, all the way down.

Rules ask at many places what an expansion does. Where it is not played the answers are constants, and a game need not
compile or carry out what leads to them: `with_parts(rules, {asked: constant})` gives rules of the same source in which
every call of `asked` is one of `constant`. Both forms are ordinary functions, and both can be compiled. What is known
of a game beyond its rules calls them too: `fitted(rules, guide)` gives it the same parts as the rules.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from shinar.core.compiled.jit import is_apart, is_marked, jit, jit_apart, parts_named
from shinar.core.game import Rules

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["fitted", "fitted_function", "with_parts"]

S = TypeVar("S")
T = TypeVar("T", bound="DataclassInstance")
Part = Callable[..., Any]

NOTHING_REPLACED: Mapping[Part, Part] = {}

_made: dict[Rules[Any], dict[Part, Part]] = {}  # by rules with other parts: the functions that were made for them


def with_parts(rules: Rules[S], replaced: Mapping[Part, Part]) -> Rules[S]:
    """The same rules with other functions in the place of some that they call, which call each other too."""
    made: dict[Part, Part] = {}
    for part in replaced:
        _variant(part, made, replaced)
    variant = _with_variants(rules, made)
    _made[variant] = made
    return variant


def fitted(rules: Rules[Any], knowledge: T) -> T:
    """A bundle of functions that call rules, such as a guide, with the parts that certain rules have."""
    return _with_variants(knowledge, _made[rules]) if rules in _made else knowledge


def fitted_function(rules: Rules[Any], function: Part) -> Part:
    """The same for one function, such as an evaluation."""
    return _variant(function, _made[rules]) if rules in _made else function


def _with_variants(bundle: T, made: dict[Part, Part]) -> T:
    functions = {field.name: getattr(bundle, field.name) for field in fields(bundle)}
    variants: dict[str, Any] = {name: _variant(part, made) for name, part in functions.items() if is_marked(part)}
    return replace(bundle, **variants)


def _variant(function: Part, made: dict[Part, Part], replaced: Mapping[Part, Part] = NOTHING_REPLACED) -> Part:
    """What stands in the place of a function, or the function itself, with all parts that have variants replaced."""
    if function not in made:
        is_replaced = function in replaced
        made[function] = (_variant if is_replaced else _with_parts)(replaced.get(function, function), made, replaced)
    return made[function]


def _with_parts(function: Part, made: dict[Part, Part], replaced: Mapping[Part, Part]) -> Part:
    """A function in which every part that has a variant is called by it; the function itself if there is none."""
    parts = {name: (part, _variant(part, made, replaced)) for name, part in parts_named(function)}
    changed = {name: variant for name, (part, variant) in parts.items() if variant is not part}
    return _copy(function, changed) if changed else function


def _copy(function: Part, changed: dict[str, Part]) -> Part:
    """The same code with other globals and closure variables."""
    assert isinstance(function, types.FunctionType)
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    copy = types.FunctionType(
        function.__code__,
        {**function.__globals__, **changed},
        function.__name__,
        function.__defaults__,
        tuple(types.CellType(changed[name]) if name in changed else cell for name, cell in cells),
    )
    copy.__module__, copy.__qualname__, copy.__doc__ = function.__module__, function.__qualname__, function.__doc__
    copy.__annotations__ = function.__annotations__
    return jit_apart(copy) if is_apart(function) else jit(copy)
