"""What is packed, and that it works where it is unpacked."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.cli.test_serve import wait_for
from tests.packaging.environment import ROOT, Environment, build, clean_checkout, run
from tests.server.helpers import WAIT, free_port

pytestmark = pytest.mark.slow

OUTSIDE_SRC = {"LICENSE", "README.md", "CHANGELOG.md", "PKG-INFO", "pyproject.toml", ".gitignore"}
BUILDING = {"scripts/build_hook.py", "scripts/page.sh"}


def test_an_sdist_holds_what_the_package_and_its_page_are_built_from_and_nothing_else(sdist: Path) -> None:
    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"web/src/main.ts", "web/package-lock.json", "src/shinar/games/babel/RULES.md"} <= names
    other = {name for name in names if not name.startswith(("src/shinar/", "web/"))}
    assert other == OUTSIDE_SRC | BUILDING
    assert [name for name in names if "node_modules" in name or "server/page/" in name] == []


def test_a_wheel_holds_the_page_with_the_licences_of_all_that_is_in_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        index = packed.read("shinar/server/page/index.html").decode()
        licences = packed.read("shinar/server/page/THIRD_PARTY_LICENSES.txt").decode()
    (script,) = re.findall(r'<script[^>]* src="/(assets/[^"]+\.js)"', index)
    assert f"shinar/server/page/{script}" in names
    assert all(name in licences for name in ("svelte", "@fontsource/marcellus", "@fontsource/alegreya-sans"))
    assert "SIL OPEN FONT LICENSE" in licences.upper()
    assert [name for name in names if not name.startswith(("shinar/", "shinar-"))] == []


def test_a_wheel_of_this_checkout_has_the_same_files(wheel: Path, tmp_path: Path) -> None:
    built = build("wheel", ROOT, tmp_path, npm_config_prefer_offline="true")
    with zipfile.ZipFile(wheel) as of_sdist, zipfile.ZipFile(built) as of_checkout:
        assert sorted(of_checkout.namelist()) == sorted(of_sdist.namelist())


def test_without_a_page_there_is_no_wheel_and_the_reason_is_told(tmp_path: Path) -> None:
    """Node.js is not on the path, and nothing was built before."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("bash", "cat", "dirname", "find", "sort", "xargs", "sha256sum"):
        (tools / name).symlink_to(shutil.which(name) or "")
    checkout = clean_checkout(tmp_path / "checkout")
    done = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, cwd=checkout, PATH=str(tools))
    assert done.returncode != 0
    assert "the page could not be built: The page is built with Node.js 20 or newer" in done.stdout + done.stderr
    assert list(tmp_path.glob("*.whl")) == []


def test_what_is_installed_is_not_this_checkout(installed: Environment, tmp_path: Path) -> None:
    place = installed.run("python", "-c", "import shinar; print(shinar.__file__)", cwd=tmp_path)
    assert Path(place.strip()).is_relative_to(installed.bin.parent)


def test_the_installed_server_serves_the_page(installed: Environment, tmp_path: Path) -> None:
    port = free_port()
    arguments = ["serve", "--no-browser", "--port", str(port), "--workers", "0", "--log-level", "error"]
    environment = os.environ | {"SHINAR_DATA": str(tmp_path)}
    process = subprocess.Popen([str(installed.bin / "shinar"), *arguments], env=environment, cwd=tmp_path)
    try:
        wait_for(f"http://127.0.0.1:{port}/health")
        with urlopen(f"http://127.0.0.1:{port}/") as answer:
            page = answer.read().decode()
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(WAIT) == 0
    assert "not built" not in page
    assert "/assets/index-" in page


def test_the_installed_terminal_plays(installed: Environment, tmp_path: Path) -> None:
    said = installed.run(
        "shinar", "play", "babel", "--bot", "random", "--seed", "1", "--seat", "0", "--starter", "0",
        typed="move 1\nquit\n", cwd=tmp_path, SHINAR_DATA=str(tmp_path), NUMBA_DISABLE_JIT="1",
    )  # fmt: skip
    assert "You: hand" in said
