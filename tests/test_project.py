"""The conventions of the project that a program can check."""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "shinar"
THIS_FILE = Path(__file__)

# --- dependencies between packages ------------------------------------------------------------------------------------

# What each part of the package may import, besides itself. `__init__` is shinar/__init__.py.
MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "search": {"core"},
    "games": {"core"},  # their expertise may import `search` too, and nobody another game: see below
    "__init__": {"core"},
    "bots": {"core", "search"},
    "envs": {"core", "search", "bots"},
    "arena": {"core", "search", "__init__", "bots", "envs"},
    "server": {"core", "search", "__init__", "bots", "envs"},
    "cli": {"core", "search", "__init__", "bots", "envs", "arena", "server"},
    "__main__": {"cli"},
}


def test_dependencies_point_one_way() -> None:
    wrong = [
        f"{relative(path)}:{line}: {part_of(path)} must not import {target}"
        for path in python_files()
        for line, target in imported_parts(path)
        if target not in MAY_IMPORT.get(part_of(path), set()) | {part_of(path)} | extra_imports(path)
    ]
    assert wrong == []


def extra_imports(path: Path) -> set[str]:
    """What the expertise of a game may import beyond its rules."""
    return {"search"} if path.relative_to(SOURCE).parts[2:3] == ("expertise",) else set()


def test_games_do_not_know_one_another() -> None:
    wrong = [
        f"{relative(path)} names {other}"
        for path in (SOURCE / "games").glob("*/**/*.py")
        for other in {folder.name for folder in (SOURCE / "games").iterdir() if folder.is_dir()}
        if other != path.relative_to(SOURCE / "games").parts[0] and f"shinar.games.{other}" in path.read_text("utf-8")
    ]
    assert wrong == []


def test_nothing_outside_a_game_imports_it() -> None:
    outside = [path for path in python_files() if part_of(path) != "games"]
    assert [relative(path) for path in outside for _, target in imported_parts(path) if target == "games"] == []


NAMES_OF_GAMES = re.compile(r"\b(babel|babylonia|wonders|w7)\b")  # as code writes them; w7: styles of 7 Wonders
PARTS_FOR_ANY_GAME = [SOURCE / "search", SOURCE / "arena", SOURCE / "server"]  # others name games in examples of use


def test_what_serves_every_game_names_none() -> None:
    page = [path for path in (ROOT / "web/src").rglob("*.*") if path.suffix in {".ts", ".svelte", ".css"}]
    shared = [path for path in page if not {"games", "generated"} & set(path.relative_to(ROOT / "web/src").parts)]
    code = [path for part in PARTS_FOR_ANY_GAME for path in part.rglob("*.py")]
    assert len(shared) > 20
    assert len(code) > 60
    naming = {relative(path): found[0] for path in shared + code if (found := NAMES_OF_GAMES.search(path.read_text()))}
    assert naming == {}


BOARDS = [path.parent for path in sorted((ROOT / "web/src/games").glob("*/theme.css"))]


@pytest.mark.parametrize("folder", BOARDS, ids=lambda folder: str(folder.name))
def test_the_colours_and_symbols_of_a_game_are_used_by_it_alone(folder: Path) -> None:
    """What all games share is in web/src/styles/tokens.css and core/emblems.svg."""
    colours = re.findall(r"(--[a-z0-9-]+):#", (folder / "theme.css").read_text(encoding="utf-8"))
    emblems = (SOURCE / "games" / folder.name / "emblems.svg").read_text(encoding="utf-8")
    symbols = re.findall(r'<symbol id="([^"]+)"', emblems)
    used = [rf"var\({colour}\b" for colour in set(colours)]
    used += [rf'["#]{symbol}"' if "-" in symbol else rf'(?:href="#|id="){symbol}"' for symbol in symbols]
    files = [path for path in (ROOT / "web/src").rglob("*.*") if path.suffix in {".ts", ".svelte", ".css"}]
    assert len(used) > 5
    assert places(re.compile("|".join(used)), [path for path in files if folder not in path.parents]) == []


def test_every_part_of_the_package_has_its_place_in_the_order() -> None:
    assert {part_of(path) for path in python_files()} - MAY_IMPORT.keys() == set()


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("import shinar.games.babel.rules", ["games"]),
        ("import shinar", ["__init__"]),
        ("from shinar.games.babel import rules", ["games"]),
        ("from shinar import core, games", ["core", "games"]),
        ("from shinar import __version__", ["__init__"]),
        ("from . import jit", ["core"]),
        ("from ..games.babel.rules import apply", ["games"]),
        ("from .. import games", ["games"]),
        ("def late():\n    import shinar.server", ["server"]),
        ("import numpy, shinarium", []),
    ],
)
def test_an_import_is_seen_in_every_form(statement: str, expected: list[str]) -> None:
    tree = ast.parse(statement)
    found = [part for node in ast.walk(tree) for part in parts_named_by(node, package=("shinar", "core"))]
    assert found == expected


def imported_parts(path: Path) -> Iterator[tuple[int, str]]:
    """Give the parts of shinar that a file imports, each with the line of the import."""
    package = ("shinar", *path.relative_to(SOURCE).parts[:-1])
    for node in ast.walk(parsed(path)):
        for part in parts_named_by(node, package):
            yield getattr(node, "lineno", 0), part


def parts_named_by(node: ast.AST, package: tuple[str, ...]) -> list[str]:
    """List the parts of shinar that an import statement inside the given package names."""
    if isinstance(node, ast.Import):
        modules = [tuple(alias.name.split(".")) for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        base = package[: len(package) - node.level + 1] if node.level else ()
        source = base + tuple((node.module or "").split(".") if node.module else ())
        modules = [(*source, alias.name) for alias in node.names]
    else:
        return []
    return [part_of_module(module) for module in modules if module[0] == "shinar"]


def part_of_module(module: tuple[str, ...]) -> str:
    """Name the part a dotted module name belongs to; a name that is no part is an attribute of `shinar` itself."""
    return module[1] if len(module) > 1 and module[1] in MAY_IMPORT else "__init__"


def part_of(path: Path) -> str:
    """Name the part of shinar that a source file belongs to."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


# --- the shape of the source ------------------------------------------------------------------------------------------

MAX_FUNCTION_LINES = 50  # lines, decorators left out
# "shinar/games/babel/rules.py::Class.function": "why it is better in one piece"
LONG_FUNCTIONS: dict[str, str] = {}


def test_every_module_says_what_it_is() -> None:
    assert [relative(path) for path in python_files() if not ast.get_docstring(parsed(path))] == []


def test_nothing_is_left_to_do_in_the_source() -> None:
    assert places(re.compile(r"\b(?:TODO|FIXME)\b"), [path for path in project_files() if SOURCE in path.parents]) == []


def test_functions_are_short() -> None:
    too_long = {name for name, length in function_lengths() if length > MAX_FUNCTION_LINES}
    assert too_long - LONG_FUNCTIONS.keys() == set()


def test_each_exception_for_a_long_function_is_still_needed_and_has_a_reason() -> None:
    too_long = {name for name, length in function_lengths() if length > MAX_FUNCTION_LINES}
    assert {name for name, reason in LONG_FUNCTIONS.items() if name not in too_long or not reason.strip()} == set()


def function_lengths() -> Iterator[tuple[str, int]]:
    """Give the name and length in lines of every function in the source."""
    for path in python_files():
        yield from lengths_below(parsed(path), f"{path.relative_to(SOURCE.parent).as_posix()}::")


def lengths_below(node: ast.AST, prefix: str) -> Iterator[tuple[str, int]]:
    """Give the name and length of every function below a node, however deep."""
    for child in ast.iter_child_nodes(node):
        inner = prefix
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{prefix}{child.name}."
            if not isinstance(child, ast.ClassDef):
                yield prefix + child.name, (child.end_lineno or child.lineno) - child.lineno + 1
        yield from lengths_below(child, inner)


# --- rule clauses -----------------------------------------------------------------------------------------------------

CLAUSE = r"[A-Z0-9]{2}-\d+(?:\.\d+)*"
DEFINED_CLAUSE = re.compile(rf"\*\*\[({CLAUSE})\]\*\*")
BRACKETED_CLAUSES = re.compile(rf"\[({CLAUSE}(?:, *{CLAUSE})*)\]")


def test_every_game_with_rules_has_numbered_clauses() -> None:
    games = [path.parent for path in SOURCE.glob("games/*/rules.py")]
    assert [game.name for game in games if not defined_clauses(game / "RULES.md")] == []


def test_every_clause_is_defined_once() -> None:
    clauses = [clause for path in rule_books() for clause in defined_clauses(path)]
    assert sorted(clauses) == sorted(set(clauses))


def test_every_cited_clause_exists() -> None:
    clauses = all_clauses()
    assert clauses
    known = clauses | {section for clause in clauses for section in sections_of(clause)}
    assert [f"{relative(path)}: {clause}" for path, clause in citations(known) if clause not in known] == []


def test_every_clause_is_cited_by_a_test() -> None:
    clauses = all_clauses()
    cited = {clause for path, clause in citations(clauses) if path.name.startswith("test_")}
    assert sorted(clauses - cited) == []


def test_citations_are_found_in_brackets_and_bare() -> None:
    text = "[BB-4.3] and [BB-5, BB-6.1]; BB-7 too, and [QQ-1], but QQ-2 is no clause of ours, nor is [UTF-8] or ABB-8"
    assert cited_clauses(text, {"BB"}) == {"BB-4.3", "BB-5", "BB-6.1", "BB-7", "QQ-1"}


def citations(known: set[str]) -> Iterator[tuple[Path, str]]:
    """Give every clause cited in the source and the tests, with the file that cites it."""
    prefixes = {clause.split("-")[0] for clause in known}
    for path in [*python_files(), *sorted((ROOT / "tests").rglob("*.py"))]:
        if path != THIS_FILE:
            for clause in sorted(cited_clauses(path.read_text(encoding="utf-8"), prefixes)):
                yield path, clause


def cited_clauses(text: str, prefixes: set[str]) -> set[str]:
    """Collect the clauses a text cites: anything in brackets, and outside them what has a known prefix."""
    bracketed = {clause for group in BRACKETED_CLAUSES.findall(text) for clause in re.split(", *", group)}
    bare = {clause for clause in re.findall(rf"(?<![\w-]){CLAUSE}", text) if clause.split("-")[0] in prefixes}
    return bracketed | bare


def sections_of(clause: str) -> list[str]:
    """List the sections a clause stands in: BB-4 and BB-4.3 for BB-4.3.1."""
    numbers = clause.split(".")
    return [".".join(numbers[:depth]) for depth in range(1, len(numbers))]


def all_clauses() -> set[str]:
    """Collect the clauses of all games."""
    return {clause for path in rule_books() for clause in defined_clauses(path)}


def rule_books() -> list[Path]:
    """List the RULES.md of the games, and of those that serve as examples."""
    return sorted([*SOURCE.glob("games/*/RULES.md"), *ROOT.glob("examples/*/src/*/RULES.md")])


def defined_clauses(path: Path) -> list[str]:
    """List the clauses a RULES.md defines, in order; none if there is no such file."""
    return DEFINED_CLAUSE.findall(path.read_text(encoding="utf-8")) if path.exists() else []


# --- dependencies on others -------------------------------------------------------------------------------------------

LOCKS = sorted((ROOT / "requirements").glob("*.lock"))
PINNED = re.compile(r"(?P<name>[a-z0-9-]+)==\S+ (?:; .*)?(?:--hash=sha256:[0-9a-f]{64} ?)+")


def test_there_are_lock_files() -> None:
    assert {path.stem for path in LOCKS} >= {"dev", "run"}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: str(path.name))
def test_a_lock_file_pins_versions_with_hashes_and_names_no_address(lock: Path) -> None:
    assert [line for line in locked_lines(lock) if "://" in line or not PINNED.fullmatch(line)] == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: str(path.name))
def test_a_lock_file_covers_what_it_was_made_from(lock: Path) -> None:
    locked = {line.split("==")[0] for line in locked_lines(lock)}
    ours = (
        set() if lock.stem.startswith("learn") else {*runtime_dependencies()}
    )  # what examples/ppo.py needs beside them
    assert {*ours, *listed_in(lock.with_suffix(".in"))} - locked == set()


def test_every_direct_dependency_is_explained() -> None:
    page = (ROOT / "docs" / "decisions" / "dependencies.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `([a-z0-9-]+)` \|", page, re.MULTILINE))
    assert direct_dependencies() == explained


def direct_dependencies() -> set[str]:
    """Collect what the project asks for by name: to run, to build, to develop, and as extras."""
    project = pyproject()["project"]
    extras = [name for group in project.get("optional-dependencies", {}).values() for name in group]
    to_build = pyproject()["build-system"]["requires"]
    to_develop = [name for path in (ROOT / "requirements").glob("*.in") for name in listed_in(path)]
    return {bare_name(name) for name in [*runtime_dependencies(), *extras, *to_build, *to_develop]}


def runtime_dependencies() -> list[str]:
    """List what `pip install shinar` brings along."""
    return [bare_name(requirement) for requirement in pyproject()["project"]["dependencies"]]


def listed_in(path: Path) -> list[str]:
    """List what a requirements/*.in file asks for, including the files it refers to."""
    names: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("-r "):
            names += listed_in(path.parent / line.removeprefix("-r "))
        elif line and not line.startswith("#"):
            names.append(bare_name(line))
    return names


def bare_name(requirement: str) -> str:
    """Give the normal form of a project's name: no version, extras or marker."""
    return re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower().replace("_", "-").replace(".", "-")


def locked_lines(lock: Path) -> list[str]:
    """List the requirements of a lock file, each joined to one line."""
    joined = re.sub(r"\s*\\\n\s*", " ", lock.read_text(encoding="utf-8"))
    return [line for line in joined.splitlines() if line]


def pyproject() -> dict[str, Any]:
    """Read pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


# --- what must not be in any file -------------------------------------------------------------------------------------

MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root|opt|home/\w+|Users/\w+)/|[A-Z]:\\\\?Users")
REGISTRY_HOST = re.compile(r"\b(?:pypi\.org|pythonhosted\.org|npmjs\.org|npmjs\.com|yarnpkg\.com|deb\.debian\.org)\b")


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    assert places(MACHINE_PATH, project_files()) == []


def test_no_file_names_the_host_of_a_registry() -> None:
    assert places(REGISTRY_HOST, project_files()) == []


@pytest.mark.parametrize("text", ["/" + "root/x", "='/" + "home/ada/x'", "C:\\" + "Users\\ada"])
def test_a_machine_path_is_recognised(text: str) -> None:
    assert MACHINE_PATH.search(text)


@pytest.mark.parametrize(
    "text", ["/usr/bin/env", "src/wo" + "rk/x", "~/wo" + "rk/x", "https://example.org/wo" + "rk/x"]
)
def test_a_harmless_path_is_not_taken_for_a_machine_path(text: str) -> None:
    assert not MACHINE_PATH.search(text)


def places(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    """List where a pattern occurs in some files, as `path:line: text`."""
    return [
        f"{relative(path)}:{number}: {line.strip()}"
        for path in paths
        for number, line in enumerate(text_lines(path), 1)
        if pattern.search(line)
    ]


def text_lines(path: Path) -> list[str]:
    """Split a file into lines; a picture has none."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return []


# --- files ------------------------------------------------------------------------------------------------------------


def project_files() -> list[Path]:
    """List the files that are, or would be, committed."""
    assert (ROOT / ".git").exists(), "the files of the project are known to git: run the tests in a checkout"
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    paths = [ROOT / name for name in sorted(set(names)) if name]
    return [path for path in paths if path.is_file()]


def python_files() -> list[Path]:
    """List the Python files of the package."""
    return sorted(SOURCE.rglob("*.py"))


def parsed(path: Path) -> ast.Module:
    """Parse a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def relative(path: Path) -> str:
    """Write a path as seen from the root of the project."""
    return path.relative_to(ROOT).as_posix()
