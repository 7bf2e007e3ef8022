"""`python -m shinar.server`: the server alone, for those who host it."""

import argparse
from pathlib import Path

from shinar.server.run import serve
from shinar.server.settings import Settings, default_data, worker_count


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser("python -m shinar.server", description="Serve tables over the web.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for all")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--data", type=Path, default=None, help="folder of the SQLite database")
    parser.add_argument("--database", default="", help="postgresql://… instead of SQLite")
    parser.add_argument("--workers", type=int, default=worker_count(), help="processes in which bots think; 0: none")
    parser.add_argument("--origin", action="append", default=[], help="a further page that may connect")
    parser.add_argument("--grace", type=float, default=60.0, help="seconds until a bot plays for a leaver")
    parser.add_argument("--log-level", default="info", choices=["debug", "info", "warning", "error"])
    given = parser.parse_args()
    settings = Settings(
        data=given.data or default_data(),
        database=given.database,
        host=given.host,
        port=given.port,
        workers=given.workers,
        origins=tuple(given.origin),
        grace=given.grace,
        warms_up=True,
    )
    serve(settings, level=given.log_level)


if __name__ == "__main__":
    main()
