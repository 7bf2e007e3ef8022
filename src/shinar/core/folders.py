"""Where the user's files are kept."""

import os
from pathlib import Path

__all__ = ["data_dir"]


def data_dir() -> Path:
    """The folder that SHINAR_DATA names, or that of the user's data."""
    chosen = os.environ.get("SHINAR_DATA")
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("shinar", appauthor=False)
