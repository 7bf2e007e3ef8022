"""Where the user's files are kept."""

from pathlib import Path

import platformdirs
import pytest

from shinar.core.folders import data_dir


def test_data_is_in_the_users_folder_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHINAR_DATA", "elsewhere")
    assert data_dir() == Path("elsewhere")
    monkeypatch.delenv("SHINAR_DATA")
    assert data_dir() == platformdirs.user_data_path("shinar", appauthor=False)
