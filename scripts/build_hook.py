"""What hatchling does before it packs a wheel: see to it that the page is built from the sources beside it."""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src/shinar/server/page")
NEEDED = ("index.html", "THIRD_PARTY_LICENSES.txt")


class PageHook(BuildHookInterface[Any]):
    """Builds the page if it is missing or stale; without one there is no wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page; an editable install leaves that to `make page`."""
        if version == "editable":
            return
        done = subprocess.run(["bash", "scripts/page.sh"], cwd=self.root, capture_output=True, text=True, check=False)
        missing = [name for name in NEEDED if not (Path(self.root) / PAGE / name).is_file()]
        if done.returncode or missing:
            said = (done.stdout + done.stderr).strip() or f"{', '.join(missing)} is missing"
            raise RuntimeError(f"a wheel of Shinar carries the page, and the page could not be built: {said}")
