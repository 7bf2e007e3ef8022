"""The notebook runs from top to bottom, and everything in it shows itself."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[2] / "examples" / "research" / "tour.ipynb"
TIMEOUT = 900  # seconds for a cell; the first one of a kind may compile
# What each cell of code shows, besides its text.
SHOWN = [
    ["image/svg+xml"],  # an observation
    ["text/html"],  # a match
    ["text/html"],  # an outcome
    ["image/svg+xml"],
    ["image/svg+xml"],
    ["text/html"],  # a contest
]


def read() -> nbformat.NotebookNode:
    return nbformat.read(NOTEBOOK, as_version=4)


def test_the_notebook_is_kept_without_results() -> None:
    nbformat.validate(read())
    cells = [cell for cell in read().cells if cell.cell_type == "code"]
    assert {(cell.execution_count, tuple(cell.outputs)) for cell in cells} == {(None, ())}


@pytest.mark.slow
def test_every_cell_runs_and_shows_a_picture_or_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))  # nothing of whoever runs the tests
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "jupyter"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    notebook = read()
    NotebookClient(notebook, timeout=TIMEOUT, kernel_name="python3").execute()
    results = [cell.outputs[-1].data for cell in notebook.cells if cell.cell_type == "code"]
    assert [sorted(result.keys() - {"text/plain"}) for result in results] == SHOWN
    assert "<svg" in results[0]["image/svg+xml"]
    assert "<td>greedy</td>" in results[-1]["text/html"]
