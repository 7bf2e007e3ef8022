"""Shinar as its users get it: built once for all tests, installed into an environment of its own."""

import os
from pathlib import Path

import pytest

from tests.packaging.environment import Environment, build, clean_checkout, made_once, newest, wheel_of_sdist


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all parallel workers of this run share."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "packages"


@pytest.fixture(scope="session")
def sdist(shared: Path) -> Path:
    """The sdist of a clean checkout."""

    def make(folder: Path) -> None:
        build("sdist", clean_checkout(folder / "checkout"), folder)

    return newest(made_once(shared / "sdist", make), ".tar.gz")


@pytest.fixture(scope="session")
def wheel(sdist: Path, shared: Path) -> Path:
    """The wheel of that sdist, for which the page is built from its sources."""
    return newest(made_once(shared / "wheel", lambda folder: wheel_of_sdist(sdist, folder)), ".whl")


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """A fresh environment with that wheel."""
    environment = Environment(tmp_path_factory.mktemp("fresh") / "env")
    environment.install(wheel)
    return environment
