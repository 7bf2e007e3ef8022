"""Settings and fixtures for all tests."""

import signal
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.plain import check_place, without_machine_code

GOLDEN = Path(__file__).parent / "golden"

# A shell starts what runs in its background with Ctrl-C ignored, and commands that tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run; no time limit per example, since the first call of a kernel compiles it.
settings.register_profile("shinar", derandomize=True, deadline=None)
settings.load_profile("shinar")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the switch that `make golden` uses."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files instead of comparing")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that compare with golden files, so that `make golden` can select them; check the other marks."""
    for item in items:
        if item.get_closest_marker("plain") is not None:
            check_place(item.nodeid)
        if "golden" in getattr(item, "fixturenames", []):
            item.add_marker("golden")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """See to it that a test marked `plain` is, with its fixtures."""
    if item.get_closest_marker("plain") is None:
        return (yield)
    with without_machine_code():
        return (yield)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the file of that name in tests/golden: `golden("babel_opening.txt", text)`."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{path.name} does not exist: write it with `make golden` and read it"
        assert text == path.read_text(encoding="utf-8"), f"{path.name} differs: if that is right, run `make golden`"

    return compare
