"""`shinar serve`, and `shinar` alone: tables in the browser, for one player or for many."""

import shlex
import shutil
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from shinar.cli.terminal.console import print_out
from shinar.core.errors import OptionError
from shinar.core.folders import data_dir
from shinar.server.settings import DEFAULT_GRACE, DEFAULT_HOST, DEFAULT_PORT

__all__ = ["serve", "serve_and_open"]


Port = Annotated[int | None, typer.Option(min=1, max=65535, help=f"Port; default: {DEFAULT_PORT}, or a free one.")]
RayAddress = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Run bots on the Ray cluster at this address, or on a `local` one.")
]
HostNames = Annotated[list[str] | None, typer.Option(help="A host name of this server; can be repeated.")]
Grace = Annotated[float, typer.Option(min=0.0, help="Seconds until a bot takes over from a player who left.")]


def serve(
    port: Port = None,
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets others in.")] = DEFAULT_HOST,
    lan: Annotated[bool, typer.Option("--lan", help="Listen on the local network: friends can join.")] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the lobby.")] = False,
    data: Annotated[Path | None, typer.Option(help="Folder of the SQLite database.")] = None,
    database: Annotated[str, typer.Option(help="postgresql://… instead of SQLite.")] = "",
    workers: Annotated[int | None, typer.Option(min=0, max=256, help="Number of bot processes; 0: no bots.")] = None,
    ray: RayAddress = "",
    origin: Annotated[list[str] | None, typer.Option(help="Another site whose pages may connect.")] = None,
    allowed_host: HostNames = None,
    keep_days: Annotated[float, typer.Option(min=0.0, help="Days until an idle table is deleted; 0: never.")] = 365.0,
    grace: Grace = DEFAULT_GRACE,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "",
) -> None:
    """Serve tables over the web until Ctrl-C."""
    from shinar.server.addresses import EVERYWHERE, network_address
    from shinar.server.run import free_port, is_ours, url_of
    from shinar.server.run import serve as run
    from shinar.server.settings import Settings, worker_count

    host = EVERYWHERE if lan else host
    level = log_level or ("warning" if sys.stderr.isatty() else "info")
    _check(level, database)
    if port is None and not no_browser and is_ours(f"http://{host}:{DEFAULT_PORT}/"):
        _open_running(f"http://{host}:{DEFAULT_PORT}/")
        return
    found = free_port(host, port or DEFAULT_PORT)
    if port is not None and found != port:
        raise OptionError(f"port {port} is taken; choose another with --port")
    settings = Settings(
        data=data or data_dir(),
        database=database,
        host=host,
        port=found,
        workers=worker_count() if workers is None else workers,
        ray=ray,
        origins=tuple(origin or ()),
        hosts=tuple(allowed_host or ()),
        keep_days=keep_days,
        grace=grace,
        warms_up=True,
    )
    _say_where(url_of(settings), network_address(settings), host)
    run(settings, level=level, browser=not no_browser)


def _open_running(url: str) -> None:
    print_out(f"Shinar is already running at {url}")
    webbrowser.open(url)


def _say_where(url: str, address: str | None, host: str) -> None:
    print_out(f"Shinar is at {url}  (Ctrl-C stops it)")
    if address is not None:
        print_out(f"Others on your network can reach it at {address}")
    elif host == DEFAULT_HOST:
        print_out(f"Only this computer can reach it; `{_command_for_all()}` lets others on your network in.")


def _command_for_all() -> str:
    """The present command with --lan. If a database is named, no options: its address may hold a password."""
    options = sys.argv[1:] if sys.argv[1:2] == ["serve"] else ["serve"]
    if any(option.startswith("--database") for option in options):
        return shlex.join([_own_name(), "serve", "…", "--lan"])
    return shlex.join([_own_name(), *options, "--lan"])


def _own_name() -> str:
    """How this command is called: by its path where the shell would not find it."""
    return "shinar" if shutil.which("shinar") else sys.argv[0]


def _check(level: str, database: str) -> None:
    if level not in {"debug", "info", "warning", "error"}:
        raise OptionError(f"there is no log level {level!r}; choose from debug, info, warning, error")
    if database and database.partition("://")[0] not in {"postgresql", "postgres", "sqlite"}:
        raise OptionError("the database must be postgresql://… or sqlite:///…")


def serve_and_open() -> None:
    """What `shinar` does without a command."""
    serve()
