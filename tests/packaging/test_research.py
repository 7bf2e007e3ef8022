"""The extra for researchers, as it is installed from the wheel."""

from pathlib import Path

import pytest

from tests.packaging.environment import ROOT, Environment
from tests.test_docs import blocks

pytestmark = pytest.mark.slow

BROUGHT = """
import re
from importlib.metadata import requires, version

for needed in requires("shinar"):
    if 'extra == "research"' in needed.replace("'", '"'):
        print(re.match(r"[\\w-]+", needed)[0], version(re.match(r"[\\w-]+", needed)[0]))
"""


def test_the_extra_names_what_the_interfaces_need(installed: Environment, tmp_path: Path) -> None:
    """Each is in our locks, else there would be no version of it."""
    listed = installed.run("python", "-c", BROUGHT, cwd=tmp_path).splitlines()
    assert [line.split()[0] for line in listed] == ["gymnasium", "open-spiel", "pettingzoo", "pillow", "pyarrow"]


@pytest.mark.parametrize("page", ["README.md", "docs/research.md"])
def test_the_lines_for_each_interface_run_as_they_stand(page: str, installed: Environment, tmp_path: Path) -> None:
    program = tmp_path / "lines.py"
    program.write_text("\n".join(block.code for block in blocks(ROOT / page) if block.language == "python"))
    text = program.read_text()
    assert "shinar.envs.vector(" in text
    place = installed.run("python", "-c", "import shinar; print(shinar.__file__)", cwd=tmp_path)
    assert Path(place.strip()).is_relative_to(installed.bin.parent)
    installed.run("python", str(program), cwd=tmp_path)
