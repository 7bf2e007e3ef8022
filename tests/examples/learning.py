"""An environment with PyTorch, made once and kept beside the packages of the tests.

PyTorch is not among those: on Linux the registry's build brings gigabytes for graphics cards. Where a build for
processors alone is offered it is taken, else the registry's; both are locked.
"""

import hashlib
import sys
import sysconfig
import venv
from pathlib import Path

from tests.packaging.environment import ROOT, made_once, must, run

LOCKS = [ROOT / "requirements" / f"{name}.lock" for name in ("learn-cpu", "learn")]  # the better one first


def learning_python() -> Path:
    """The interpreter of an environment that has PyTorch, all that our locks name, and Shinar from its sources."""
    digest = hashlib.sha256(b"".join(lock.read_bytes() for lock in LOCKS)).hexdigest()[:12]
    return made_once(Path(sys.prefix) / f"learning-{digest}", _make) / "bin" / "python"


def _make(folder: Path) -> None:
    venv.create(folder, with_pip=False, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "locked.pth").write_text(f"{sysconfig.get_path('purelib')}\n{ROOT / 'src'}\n", encoding="utf-8")
    command = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "--disable-pip-version-check")
    options = ("install", "-q", "--no-input", "--no-compile", "--ignore-installed", "--no-deps", "--require-hashes")
    first, *others = [(*command, *options, "-r", lock) for lock in LOCKS]
    if run(*first).returncode:
        must(run(*others[0]))
