"""Compiling: the same source both ways, fingerprints that miss nothing, and compiled code that is never stale."""

import math
import os
import pickle
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from enum import IntEnum
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

import shinar
from shinar.core.compiled import jit as jit_module
from shinar.core.compiled.jit import (
    KEEP_DAYS,
    SECONDS_PER_DAY,
    announce_compiling,
    announce_progress,
    cache_folder,
    compiled,
    entry_point,
    fingerprint,
    has_private_names,
    is_bounds_checked,
    is_compiler_on,
    jit,
    jit_apart,
    jit_as,
)
from shinar.core.compiled.layout import Array, i8, i16, layout, pack, per
from tests.core.conftest import Switch

Source = Callable[..., Any]
DOUBLE = "def double(n):\n    return n * FACTOR\n"


def written(source: str, **names: Any) -> Source:
    """A marked function from its source text; `names` are what its module holds."""
    module: dict[str, Any] = {"__name__": __name__, **names}
    exec(source, module)
    function: Source = list(module.values())[-1]
    return jit(function)


@pytest.fixture
def announced() -> Iterator[list[str]]:
    """The names of the functions that were compiled and not found on disk."""
    names: list[str] = []
    announce_compiling(names.append)
    yield names
    announce_compiling(None)


@pytest.fixture
def compiler_on(switch_compiler: Switch) -> None:
    switch_compiler(True)


# ---- both ways --------------------------------------------------------------------------------------------------


@jit
def triangle(n: int) -> int:
    """The sum of 1 … n."""
    found = 0
    for i in range(1, n + 1):
        found += i
    return found


@jit
def tetrahedron(n: int) -> int:
    """The sum of the first triangles."""
    found = 0
    for i in range(1, n + 1):
        found += triangle(i)
    return found


def one() -> int:
    return 1


@jit_as(one)
def two() -> int:
    return 2


@jit
def twice() -> int:
    return two() + two()


def test_a_marked_function_stays_an_ordinary_function() -> None:
    assert (triangle(4), tetrahedron(3)) == (10, 10)
    assert (triangle.__name__, triangle.__doc__) == ("triangle", "The sum of 1 … n.")


@pytest.mark.usefixtures("is_compiled")
def test_compiled_code_does_the_same() -> None:
    run = compiled(tetrahedron)
    assert [run(n) for n in range(20)] == [tetrahedron(n) for n in range(20)]
    assert compiled(tetrahedron) is run


def test_with_the_compiler_off_a_function_is_its_own_compiled_form(switch_compiler: Switch) -> None:
    switch_compiler(False)
    assert compiled(triangle) is triangle
    assert entry_point(triangle, 1) is triangle


@pytest.mark.usefixtures("compiler_on")
def test_with_the_compiler_on_it_is_machine_code() -> None:
    run: Any = compiled(triangle)
    assert run is not triangle
    assert run(5) == 15
    assert len(run.nopython_signatures) == 1


@layout
class Widths:
    """The same number in two widths."""

    narrow: i8
    wide: i16


@jit
def tripled(n: int) -> int:
    return 3 * n


@jit
def tripled_thrice(widths: Any) -> int:
    return tripled(widths[0].narrow) + tripled(widths[0].wide) + tripled(5)


@pytest.mark.usefixtures("compiler_on", "empty_cache")
def test_a_part_is_compiled_once_for_all_widths_and_constants() -> None:
    widths = Widths()
    widths.narrow, widths.wide = -100, 300
    assert compiled(tripled_thrice)(pack(widths)) == tripled_thrice([widths]) == 615
    assert len(jit_module._parts_made[tripled].overloads) == 1


@pytest.mark.usefixtures("compiler_on", "empty_cache")
def test_a_part_that_two_functions_call_is_made_once() -> None:
    double = written(DOUBLE, FACTOR=7)
    callers = [written(f"def call(n):\n    return double(n) + {more}\n", double=double) for more in (1, 2)]
    assert [compiled(caller)(3) for caller in callers] == [22, 23]


@pytest.mark.usefixtures("compiler_on", "empty_cache")
def test_machine_code_is_made_of_the_whole_and_not_of_its_parts() -> None:
    part = written(DOUBLE, FACTOR=11)
    whole = written("def call(n):\n    return double(n) + 1\n", double=part)
    assert compiled(whole)(3) == 34
    assert [address_of(handle) > 0 for handle in (compiled(whole), jit_module._parts_made[part])] == [True, False]


@pytest.mark.usefixtures("compiler_on", "empty_cache")
def test_a_function_apart_is_not_copied_into_its_callers() -> None:
    near, apart = written(DOUBLE, FACTOR=13), jit_apart(written(DOUBLE, FACTOR=17))
    whole = written("def call(n):\n    return near(n) + apart(n)\n", near=near, apart=apart)
    assert compiled(whole)(2) == 60
    assert [jit_module._parts_made[part].targetoptions["forceinline"] for part in (near, apart)] == [True, False]


def address_of(dispatcher: Any) -> int:
    """Where the machine code of a function is; 0 if there is none."""
    (result,) = dispatcher.overloads.values()
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


@pytest.mark.usefixtures("compiler_on")
def test_an_entry_point_skips_the_dispatcher() -> None:
    run = entry_point(compiled(triangle), 1)
    assert run(6) == 21


# ---- versions of Numba that are not known -----------------------------------------------------------------------


@pytest.fixture
def unknown_numba(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if another version of Numba were installed than those that were tested."""
    monkeypatch.setattr(jit_module, "TESTED_NUMBA", "1000.")
    monkeypatch.setattr(jit_module, "_parts_made", {})
    monkeypatch.setattr(jit_module, "_entries", {})
    has_private_names.cache_clear()
    yield
    has_private_names.cache_clear()


@pytest.mark.usefixtures("compiler_on", "unknown_numba")
def test_an_unknown_numba_with_the_same_private_names_is_used_as_ever() -> None:
    assert has_private_names()


@pytest.mark.usefixtures("unknown_numba")
def test_where_private_names_have_moved_code_is_compiled_by_public_ones(
    switch_compiler: Switch, empty_cache: Path, monkeypatch: pytest.MonkeyPatch, announced: list[str]
) -> None:
    from numba.core.compiler import CompileResult

    switch_compiler(True)
    monkeypatch.delattr(CompileResult, "_rebuild")
    inner = written("def inner(_body):\n    return _body * 3\n")
    outer = written("def outer(n):\n    return inner(n) + inner(1) + two()\n", inner=inner, two=two)
    with pytest.warns(RuntimeWarning, match="is not one that Shinar knows"):
        run = compiled(outer)
    assert run(5) == 15 + 3 + 1  # and no second warning
    assert entry_point(run, 5) is run
    assert (announced, list(empty_cache.glob("*"))) == (["outer"], [])
    announce_compiling(None)
    assert compiled(written("def alone(n):\n    return n + 4\n"))(1) == 5


def test_the_lock_has_a_numba_whose_private_names_are_known() -> None:
    import numba

    assert numba.__version__.startswith(jit_module.TESTED_NUMBA)


@pytest.mark.parametrize(("value", "is_on"), [("", True), ("0", True), ("1", False)])
def test_the_environment_turns_the_compiler_off(value: str, is_on: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", value)
    assert is_compiler_on() is is_on
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", value)
    assert is_bounds_checked() is not is_on


def test_without_settings_the_compiler_is_on_and_bounds_are_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    assert (is_compiler_on(), is_bounds_checked()) == (True, False)


@pytest.mark.usefixtures("compiler_on")
def test_the_compiler_can_be_told_something_else() -> None:
    assert (two(), compiled(two)(), compiled(twice)()) == (2, 1, 2)


# ---- fingerprints -----------------------------------------------------------------------------------------------


class Pair(NamedTuple):
    """Two numbers."""

    left: int
    right: int


class Colour(IntEnum):
    """Two members."""

    RED = 1
    BLUE = 2


@layout
class Pile:
    """A pile."""

    n: i8
    cards: Array[i8] = per(3)


@layout
class Table:
    """A pile on a table."""

    pile: Pile


def renamed(cls: type[Any], like: type[Any]) -> type[Any]:
    """A class under the name of another, as an edited file would define it."""
    cls.__module__, cls.__qualname__, cls.__name__ = like.__module__, like.__qualname__, like.__name__
    return cls


@layout
class WidePile:
    """A pile of wider cards."""

    n: i8
    cards: Array[i16] = per(3)


@layout
class WideTable:
    """A table for it."""

    pile: WidePile


class SwappedPair(NamedTuple):
    """The same two numbers in another order."""

    right: int
    left: int


class SwappedColour(IntEnum):
    """The same two members with other values."""

    RED = 2
    BLUE = 1


OtherPair = renamed(SwappedPair, Pair)
OtherColour = renamed(SwappedColour, Colour)
OtherTable = renamed(WideTable, Table)
renamed(WidePile, Pile)

TABLE = np.arange(6)
USES = "def use(n):\n    return THING(n)\n"
IN_A_COMPREHENSION = "def use(n):\n    return [i * THING for i in range(n)]\n"


def helper(factor: int) -> Source:
    return written("def helper(n):\n    return n * FACTOR\n", FACTOR=factor)


def test_equal_sources_have_equal_fingerprints() -> None:
    assert fingerprint(written(DOUBLE, FACTOR=2)) == fingerprint(written(DOUBLE, FACTOR=2))
    assert fingerprint(written(USES, THING=helper(2))) == fingerprint(written(USES, THING=helper(2)))


def test_machine_code_with_a_copy_of_a_function_is_not_taken_for_one_that_calls_it() -> None:
    apart = jit_apart(helper(2))
    assert fingerprint(written(USES, THING=apart)) != fingerprint(written(USES, THING=helper(2)))


def test_a_docstring_is_no_part_of_a_fingerprint() -> None:
    source = 'def double(n):\n    """{}"""\n    return n * 2\n'
    assert fingerprint(written(source.format("Twice."))) == fingerprint(written(source.format("Two times.")))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (written('def f():\n    """a"""\n    return "a"\n'), written('def f():\n    """b"""\n    return "b"\n')),
        (written("def f():\n    return g(n=1)\n"), written("def f():\n    return g(m=1)\n")),
        (written("def f():\n    return (lambda: 1)()\n"), written("def f():\n    return (lambda: 2)()\n")),
        (written(DOUBLE, FACTOR=2), written(DOUBLE, FACTOR=3)),
        (written(DOUBLE, FACTOR=2), written(DOUBLE, FACTOR=2.0)),
        (written(DOUBLE, FACTOR=1), written(DOUBLE, FACTOR=True)),
        (written(DOUBLE, FACTOR=2), written(DOUBLE.replace("*", "+"), FACTOR=2)),
        (written("def f(n):\n    return n + 1\n"), written("def f(n):\n    return n + 2\n")),
        (written("def f(n=1):\n    return n\n"), written("def f(n=2):\n    return n\n")),
        (written(USES, THING=helper(2)), written(USES, THING=helper(3))),
        (written(USES, THING=Pair), written(USES, THING=OtherPair)),
        (written(USES, THING=Colour), written(USES, THING=OtherColour)),
        (written(USES, THING=Table), written(USES, THING=OtherTable)),
        (written(USES, THING=Pile), written(USES, THING=Table)),
        (written(USES, THING=(1, (2, 3))), written(USES, THING=(1, (2, 4)))),
        (written(USES, THING=(helper(2),)), written(USES, THING=(helper(3),))),
        (written(USES, THING=Colour.RED), written(USES, THING=Colour.BLUE)),
        (written(USES, THING=TABLE), written(USES, THING=TABLE + 1)),
        (written(USES, THING=TABLE), written(USES, THING=TABLE.reshape(2, 3))),
        (written(USES, THING=TABLE.reshape(3, 2)), written(USES, THING=TABLE.reshape(2, 3))),
        (written(USES, THING=TABLE), written(USES, THING=TABLE.astype(np.int32))),
        (written(USES, THING=math), written(USES, THING=np)),
        (written(IN_A_COMPREHENSION, THING=2), written(IN_A_COMPREHENSION, THING=3)),
        (two, written("def two():\n    return 2\n")),
    ],
)
def test_whatever_changes_what_a_function_does_changes_its_fingerprint(one: Source, other: Source) -> None:
    assert fingerprint(one) != fingerprint(other)


def test_closures_are_told_apart_by_what_they_hold() -> None:
    def adder(number: int) -> Source:
        @jit
        def add(n: int) -> int:
            return n + number

        return add

    assert fingerprint(adder(1)) == fingerprint(adder(1)) != fingerprint(adder(2))


def test_a_function_used_twice_is_described_once() -> None:
    source = "def use(n):\n    return A(n) + B(n)\n"
    both = helper(2)
    assert fingerprint(written(source, A=both, B=both)) != fingerprint(written(source, A=both, B=helper(3)))


@jit
def countdown(n: int) -> int:
    return 0 if n == 0 else countdown(n - 1)


@jit
def ping(n: int) -> int:
    return pong(n)


@jit
def pong(n: int) -> int:
    return ping(n)


@pytest.mark.usefixtures("compiler_on")
@pytest.mark.parametrize(
    ("function", "message"),
    [
        (countdown, "countdown calls itself: machine code of recursive functions cannot be kept"),
        (ping, "ping calls itself: machine code of recursive functions cannot be kept"),
    ],
)
def test_recursion_is_refused(function: Source, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        compiled(function)
    assert str(caught.value) == message


@pytest.mark.usefixtures("compiler_on")
@pytest.mark.parametrize("thing", [one, {"a": 1}, {1, 2}, object(), ModuleType("components")])
def test_what_cannot_be_told_apart_is_refused(thing: object) -> None:
    with pytest.raises(TypeError) as caught:
        compiled(written(USES, THING=thing))
    assert str(caught.value) == f"compiled code uses {thing!r}, which is neither @jit nor a constant"


# ---- on disk ----------------------------------------------------------------------------------------------------


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []


def run_double(factor: int = 2) -> int:
    """Compile, or load, and run a small function as a new process would."""
    result: int = compiled(written(DOUBLE, FACTOR=factor))(21)
    return result


@pytest.mark.usefixtures("compiler_on")
def test_compiled_code_is_found_again(empty_cache: Path, announced: list[str]) -> None:
    assert [run_double(), run_double()] == [42, 42]
    assert announced == ["double"]
    assert [file.name.split("-")[0] for file in files(empty_cache)] == ["double"]
    run: Any = compiled(written(DOUBLE, FACTOR=2))
    assert run.stats.cache_path == str(empty_cache)


@pytest.mark.usefixtures("compiler_on")
def test_changed_code_is_compiled_anew(empty_cache: Path, announced: list[str]) -> None:
    assert [run_double(2), run_double(3), run_double(2)] == [42, 63, 42]
    assert announced == ["double", "double"]
    assert len(files(empty_cache)) == 2


@pytest.mark.usefixtures("compiler_on")
def test_changed_compiler_options_have_entries_of_their_own(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_double()
    monkeypatch.setattr(jit_module, "COMPILER_OPTIONS", {"nogil": True, "error_model": "python"})
    run_double()
    assert len(files(empty_cache)) == 2


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-10])


def flip_a_bit(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def remove(file: Path) -> None:
    file.unlink()


class Gone:
    """Something that a later version of the code no longer has."""


def refer_to_something_gone(file: Path) -> None:
    content = pickle.dumps(Gone).replace(b"Gone", b"Lost")
    file.write_bytes(sha256(content).digest() + content)


def let_others_write(file: Path) -> None:
    file.chmod(0o666)


@pytest.mark.usefixtures("compiler_on")
@pytest.mark.parametrize("damage", [truncate, flip_a_bit, empty, remove, refer_to_something_gone, let_others_write])
def test_a_damaged_file_is_made_anew(damage: Callable[[Path], None], empty_cache: Path, announced: list[str]) -> None:
    run_double()
    (file,) = files(empty_cache)
    damage(file)
    assert [run_double(), run_double()] == [42, 42]
    assert announced == ["double", "double"]
    assert files(empty_cache) == [file]


@pytest.mark.usefixtures("compiler_on")
def test_what_is_kept_is_readable_for_its_owner_alone(empty_cache: Path) -> None:
    run_double()
    (file,) = files(empty_cache)
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("owner", "mode", "is_trusted"),
    [(1000, 0o600, True), (1000, 0o644, True), (0, 0o644, True), (1001, 0o600, False), (1000, 0o664, False)],
)
def test_code_that_somebody_else_may_have_written_is_not_loaded(
    owner: int, mode: int, is_trusted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    status = os.stat_result((mode, 0, 0, 1, owner, owner, 0, 0, 0, 0))
    assert jit_module._is_our_own(status) is is_trusted


@pytest.mark.usefixtures("compiler_on", "empty_cache")
def test_a_folder_that_cannot_be_made_costs_only_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, announced: list[str]
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("SHINAR_CACHE", str(tmp_path / "file" / "compiled"))
    assert [run_double(), run_double()] == [42, 42]
    assert announced == ["double", "double"]


@pytest.mark.usefixtures("compiler_on")
def test_a_full_disk_costs_only_time_and_leaves_nothing_half_written(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_space(*_paths: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", no_space)
    assert run_double() == 42
    assert files(empty_cache) == []


@pytest.mark.usefixtures("compiler_on")
def test_files_that_nobody_loads_are_deleted(empty_cache: Path) -> None:
    run_double(2)
    (used,) = files(empty_cache)
    old, recent, folder, broken = (empty_cache / name for name in ("old.bin", "recent.bin", "folder", "broken"))
    old.write_text("old")
    recent.write_text("recent")
    folder.mkdir()
    broken.symlink_to(empty_cache / "nowhere")
    for file, days in ((old, KEEP_DAYS + 1), (recent, KEEP_DAYS - 1), (folder, KEEP_DAYS + 1), (used, KEEP_DAYS + 1)):
        moment = time.time() - days * SECONDS_PER_DAY
        os.utime(file, (moment, moment))
    run_double(2)
    run_double(3)
    assert not old.exists()
    assert all(path.exists() for path in (used, recent, folder))


READ = "def read(numbers, i):\n    return numbers[i]\n"


@pytest.mark.usefixtures("compiler_on")
def test_checked_bounds_have_entries_of_their_own(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "0")
    assert compiled(written(READ))(TABLE, 5) == 5
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    checked = compiled(written(READ))
    assert checked(TABLE, 5) == 5
    with pytest.raises(IndexError):
        checked(TABLE, 6)
    assert len(files(empty_cache)) == 2


@pytest.mark.usefixtures("compiler_on", "empty_cache")
def test_whoever_waits_is_told_how_many_parts_are_compiled() -> None:
    told: list[tuple[int, int]] = []
    announce_progress(lambda done, total: told.append((done, total)))
    one = written("def one(n):\n    return n + 100\n")
    two = written("def two(n):\n    return one(n) * 200\n", one=one)
    assert compiled(written("def whole(n):\n    return one(n) + two(n)\n", one=one, two=two))(1) == 101 + 20200
    announce_progress(None)
    assert told == [(1, 2), (2, 2)]


@pytest.mark.usefixtures("compiler_on", "empty_cache")
def test_nobody_need_listen() -> None:
    announce_compiling(None)
    assert run_double() == 42


def test_the_cache_is_in_the_users_folder_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHINAR_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("SHINAR_CACHE")
    assert cache_folder().parts[-2:] == ("shinar", "compiled")


# ---- edited files -----------------------------------------------------------------------------------------------

PROGRAM = """
import sys
import shinar
from shinar.games.babel.rules import hand_size, opening_hand_of_starter
from shinar.games.babel.state import State
from shinar.core.compiled.jit import announce_compiling, compiled, jit
from shinar.core.compiled.layout import pack

@jit
def opening(states):
    return opening_hand_of_starter(states[0])

@jit
def held(states):
    return hand_size(states[0].players[0])

assert shinar.__file__.startswith(sys.argv[1])
announced = []
announce_compiling(announced.append)
state = State()
state.edition = 2
state.players[0].hand[0] = 5
print(compiled(opening)(pack(state)), compiled(held)(pack(state)), *announced)
"""


class Copy:
    """A copy of the package that can be edited and run, with compiled code of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(Path(shinar.__file__).parent, folder / "shinar", ignore=ignored)
        (folder / "program.py").write_text(PROGRAM)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("COVERAGE", "NUMBA"))}
        own = {"PYTHONPATH": str(folder), "SHINAR_CACHE": str(folder / "compiled"), "PYTHONDONTWRITEBYTECODE": "1"}
        self.environment = kept | own

    def run(self) -> str:
        command = [sys.executable, str(self.folder / "program.py"), str(self.folder)]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.folder / "shinar" / file
        source = path.read_text(encoding="utf-8")
        assert source.count(old) == 1, f"{file} should hold {old!r} once"
        path.write_text(source.replace(old, new), encoding="utf-8")


def test_editing_a_file_never_leaves_stale_code_behind(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    assert copy.run() == "3 5 opening held"
    copy.edit("games/babel/components.py", "OPENING_HAND_OF_STARTER = (0, 5, 3)", "OPENING_HAND_OF_STARTER = (0, 5, 4)")
    copy.edit("core/piles.py", "cards += count", "cards += 2 * count")
    assert copy.run() == "4 10 opening held"
    assert copy.run() == "4 10"
