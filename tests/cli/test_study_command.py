"""`shinar study`: a page, its pictures, and what is refused."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few games are played sooner in plain Python than a kernel is compiled."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def test_the_command_writes_a_page_with_pictures(shinar: Run, tmp_path: Path) -> None:
    small = ["--games", "40", "--iterations", "1", "--workers", "1", "--folder", str(tmp_path / "kept")]
    places = ["--page", str(tmp_path / "page.md"), "--images", str(tmp_path / "images")]
    result = shinar("study", "babel", *small, *places)
    assert result.exit_code == 0, result.stderr
    page = (tmp_path / "page.md").read_text("utf-8")
    pictures = [line.partition("](")[2].rstrip(")") for line in page.splitlines() if line.startswith("![")]
    assert pictures
    assert all((tmp_path / picture).exists() for picture in pictures)
    elsewhere = shinar("study", "babel", *small, "--page", str(tmp_path / "page.md"), "--images", str(tmp_path.parent))
    assert elsewhere.exit_code == 0, elsewhere.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "there is no game 'chess'"),
        (["babel", "--games", "3"], "greater than or equal to 40"),
        (["babel", "--page", "no-such-folder/page.md"], "no-such-folder"),
    ],
)
def test_what_cannot_be_studied_is_refused(shinar: Run, arguments: list[str], sentence: str) -> None:
    result = shinar("study", *arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr
