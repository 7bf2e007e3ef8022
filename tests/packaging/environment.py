"""Packages built as pip builds them, and environments as fresh as can be without downloading anything twice."""

import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
TIMEOUT = 900  # seconds; the page may be built on the way, and a game compiled


def run(*command: str | Path, cwd: Path | None = None, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a command without the settings of this run of the tests; its output is kept."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("SHINAR_", "COVERAGE_"))}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=inherited | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )


def must(done: "subprocess.CompletedProcess[str]") -> str:
    """What a command printed; fails with all it said unless it succeeded."""
    assert done.returncode == 0, f"{done.args}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def clean_checkout(folder: Path) -> Path:
    """The files that git knows, and those that would be committed, without anything built."""
    listed = must(run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)).split("\0")
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def build(kind: str, source: Path, into: Path, **environment: str) -> Path:
    """Build the `sdist` or the `wheel` of a source tree."""
    must(run(sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", into, cwd=source, **environment))
    return newest(into, ".tar.gz" if kind == "sdist" else ".whl")


def wheel_of_sdist(sdist: Path, into: Path) -> Path:
    """The wheel that `pip install` makes of an sdist. npm takes what the page needs from its cache, if it is there."""
    command = (sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index")
    must(run(*command, "--disable-pip-version-check", "-w", into, sdist, npm_config_prefer_offline="true"))
    return newest(into, ".whl")


def newest(folder: Path, ending: str) -> Path:
    """The package that was built last."""
    return max((path for path in folder.iterdir() if path.name.endswith(ending)), key=lambda path: path.stat().st_mtime)


class Environment:
    """A virtual environment that has what our locks name, and of Shinar only what is installed into it."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "bin"
        if not self.bin.exists():
            venv.create(folder, with_pip=False, symlinks=True)
            site = next(folder.glob("lib/python*/site-packages"))
            (site / "locked.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")

    def install(self, wheel: Path) -> None:
        """Install a package and nothing else."""
        pip = (sys.executable, "-m", "pip", "--python", self.bin / "python", "--disable-pip-version-check")
        must(run(*pip, "install", "-q", "--no-deps", "--no-index", "--force-reinstall", wheel))

    def run(self, *command: str, typed: str = "", cwd: Path | None = None, **environment: str) -> str:
        """What a command of the environment prints."""
        done = subprocess.run(
            [str(self.bin / command[0]), *command[1:]],
            cwd=cwd,
            env=os.environ | environment,
            input=typed,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        return must(done)


def made_once(folder: Path, make: Callable[[Path], object]) -> Path:
    """A folder that is filled once, whichever of the parallel workers comes first."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{folder}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            part = folder.with_name(f"{folder.name}.part")
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir()
            make(part)
            part.rename(folder)
    return folder
