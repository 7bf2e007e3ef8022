"""Everything shown as code in README.md and docs/ works when a reader tries it.

Per file, in order, in one namespace and one temporary folder:

- ```` ```python ```` blocks are executed,
- ```` ```pycon ```` blocks are doctests,
- ```` ```console ```` blocks: commands that start with `$ shinar` must exit with 0, unless the fence says `no-run`,
- blocks whose fence says `file=PATH` stand word for word in that file, whose own tests run it.
"""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from shinar.core import registry

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"(?P<indent>\s*)(?P<marks>`{3,}|~{3,})\s*(?P<info>[^`]*)")
# Spellings of the three languages that nothing would run.
MISSPELT = {"py", "python3", "ipython", "doctest", "py3", "shell-session", "sh-session"}
OTHER_PAGES = [ROOT / "CONTRIBUTING.md", ROOT / "benchmarks/README.md", ROOT / "benchmarks/results.md"]
LINK = re.compile(r"\]\(([^()\s]+)\)")
COMMAND_TIMEOUT = 900  # seconds; the first command may have to compile


@dataclass(frozen=True)
class Block:
    """One fenced block of a Markdown file."""

    path: Path
    line: int  # of the first line inside the fence, counted from 1
    language: str
    flags: frozenset[str]  # the other words after the language
    code: str

    @property
    def file(self) -> Path | None:
        """The file of which the block is a part, if it says so."""
        named = [flag.removeprefix("file=") for flag in self.flags if flag.startswith("file=")]
        return ROOT / named[0] if named else None


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_code_in_the_document_works(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))  # a document may add a game
    run_document(path)


def test_the_readme_shows_code_that_is_run() -> None:
    assert [block for block in blocks(ROOT / "README.md") if is_run(block)], "README.md shows no code"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_block_escapes_by_a_misspelt_language(path: Path) -> None:
    assert [f"{path.name}:{block.line - 1}" for block in blocks(path) if block.language.lower() in MISSPELT] == []


@pytest.mark.parametrize("path", [*DOCUMENTS, *OTHER_PAGES], ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files_that_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    targets = {target.partition("#")[0] for target in LINK.findall(text) if "://" not in target}
    assert sorted(target for target in targets if target and not (path.parent / target).exists()) == []


def test_a_failing_block_is_reported_at_its_line_of_the_document(tmp_path: Path) -> None:
    document = write_document(tmp_path, "Text.", "```python", "one = 1", "one / 0", "```")
    with pytest.raises(ZeroDivisionError) as failure:
        run_document(document)
    assert (failure.traceback[-1].path, failure.traceback[-1].lineno + 1) == (document, 4)


def test_a_wrong_answer_in_a_doctest_is_reported_at_its_line_of_the_document(tmp_path: Path) -> None:
    document = write_document(
        tmp_path, "```python", "one = 1", "```", "", "```pycon", ">>> one", "1", ">>> one", "2", "```"
    )
    with pytest.raises(pytest.fail.Exception, match=r'page\.md", line 8'):
        run_document(document)


def test_a_failing_command_is_reported_at_its_line_of_the_document(tmp_path: Path) -> None:
    document = write_document(tmp_path, "```console", "$ ls", "$ shinar --no-such-option", "```")
    with pytest.raises(pytest.fail.Exception, match=r"page\.md:3: `shinar --no-such-option` exited with"):
        run_document(document)


def test_a_command_that_must_not_be_run_is_not_run(tmp_path: Path) -> None:
    run_document(write_document(tmp_path, "```console no-run", "$ shinar --no-such-option", "```"))


def test_a_block_that_is_no_longer_in_its_file_is_reported(tmp_path: Path) -> None:
    run_document(
        write_document(tmp_path, "```python file=tests/test_docs.py", "def is_run(block: Block) -> bool:", "```")
    )
    stale = write_document(tmp_path, "```python file=LICENSE", "def is_run(block: Block) -> bool:", "```")
    with pytest.raises(AssertionError, match=r"page\.md:2: not in"):
        run_document(stale)


def test_a_fence_may_be_indented_and_may_hold_a_shorter_fence(tmp_path: Path) -> None:
    document = write_document(
        tmp_path, "- item", "  ```python", "  if True:", "      pass", "  ```", "````", "```", "````"
    )
    assert [(block.line, block.code) for block in blocks(document)] == [(3, "if True:\n    pass\n"), (7, "```\n")]


def run_document(path: Path) -> None:
    """Run every block of a document that can be run, in order."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(path):
        if block.file is not None:
            assert block.code in block.file.read_text(encoding="utf-8"), (
                f"{path.name}:{block.line}: not in {block.file}"
            )
        elif block.language == "python":
            run_python(block, namespace)
        elif block.language == "pycon":
            run_doctest(block, namespace)
        elif is_run(block):
            run_commands(block)


def run_python(block: Block, namespace: dict[str, Any]) -> None:
    """Execute a block so that tracebacks show the lines of the document."""
    padded = "\n" * (block.line - 1) + block.code
    exec(compile(padded, str(block.path), "exec", dont_inherit=True), namespace)


def run_doctest(block: Block, namespace: dict[str, Any]) -> None:
    """Compare what a block prints with what it says it prints."""
    test = doctest.DocTestParser().get_doctest(block.code, namespace, block.path.name, str(block.path), block.line - 1)
    test.globs = namespace  # it keeps a copy otherwise
    report: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=report.append, clear_globs=False)
    if result.failed:
        pytest.fail("".join(report), pytrace=False)


def run_commands(block: Block) -> None:
    """Run the `shinar` commands of a block with the command installed beside this interpreter."""
    folder = str(Path(sys.executable).parent)
    environment = os.environ | {"PATH": folder + os.pathsep + os.environ["PATH"]}
    for line, command in commands(block):
        done = subprocess.run(
            ["sh", "-c", command],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=COMMAND_TIMEOUT,
            check=False,
        )
        if done.returncode != 0:
            place = f"{block.path.name}:{line}"
            message = f"{place}: `{command}` exited with {done.returncode}\n{done.stdout}{done.stderr}"
            pytest.fail(message, pytrace=False)


def commands(block: Block) -> Iterator[tuple[int, str]]:
    """Give the `shinar` commands of a console block, continued lines joined, each with its line number."""
    lines = iter(enumerate(block.code.splitlines(), block.line))
    for number, line in lines:
        if re.match(r"\$ shinar\b", line):
            command = line.removeprefix("$ ")
            while command.endswith("\\"):
                command = command.removesuffix("\\") + next(lines)[1].removeprefix("> ")
            yield number, command


def is_run(block: Block) -> bool:
    """Tell whether a block is more than decoration."""
    if block.language == "console":
        return "no-run" not in block.flags and any(commands(block))
    return block.language in {"python", "pycon"}


def blocks(path: Path) -> Iterator[Block]:
    """Give the fenced blocks of a Markdown file from top to bottom."""
    lines = iter(enumerate(path.read_text(encoding="utf-8").splitlines(), 1))
    for number, line in lines:
        opening = FENCE.fullmatch(line)
        if opening:
            yield read_block(path, number, opening, lines)


def read_block(path: Path, number: int, opening: re.Match[str], lines: Iterator[tuple[int, str]]) -> Block:
    """Read the lines up to the closing fence."""
    language, *flags = opening["info"].split() or [""]
    inside: list[str] = []
    for _, line in lines:
        if is_closing(line, opening["marks"]):
            return Block(path, number + 1, language, frozenset(flags), "".join(inside))
        inside.append(line.removeprefix(opening["indent"]) + "\n")
    raise ValueError(f"{path.name}:{number}: the fence is never closed")


def is_closing(line: str, marks: str) -> bool:
    """Tell whether a line closes a fence opened with these marks."""
    stripped = line.strip()
    return stripped.startswith(marks) and set(stripped) == {marks[0]}


def write_document(folder: Path, *lines: str) -> Path:
    """Write a Markdown file for a test of this module itself."""
    document = folder / "page.md"
    document.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return document
