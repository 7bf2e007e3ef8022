"""Whether what docs/hosting.md says works: its examples are taken from the page and run.

    python benchmarks/hosting.py

Two servers on one PostgreSQL are put behind nginx and behind Caddy, with the configurations of the page; at each a
match is played through the proxy and seen on both servers. Both databases are backed up while people play, restored,
and played on. The unit is read by `systemd-analyze verify`. nginx, Caddy, sqlite3 and systemd must be installed.
"""

import copy
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.helpers import Message, Server, close_sockets, free_port, play_out, running
from tests.server.postgres import Postgres, running_postgres

PROJECT = Path(__file__).parent.parent
NAME = "example.org"
SECONDS = 60.0  # for a program to start or to end
ACTIONS = 8  # of each match
UNVERIFIED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # the certificate is our own
UNVERIFIED.check_hostname = False
UNVERIFIED.verify_mode = ssl.CERT_NONE

Proxy = Callable[[Path, list[int]], AbstractContextManager[str]]


def main() -> None:
    """Try one after the other; the first that fails ends it."""
    with tempfile.TemporaryDirectory() as name, running_postgres() as postgres:
        folder = Path(name)
        try_proxies(folder, postgres)
        try_postgres_backup(folder, postgres)
        try_sqlite_backup(folder)
    unit = PROJECT / "deploy" / "shinar.service"
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    print(f"systemd-analyze verify: {done.stderr.strip() or 'nothing to complain of'}")


# ---- proxies ----------------------------------------------------------------------------------------------------


def try_proxies(folder: Path, postgres: Postgres) -> None:
    """Two servers behind each proxy of the page."""
    data = [folder / "one", folder / "two"]
    with (
        running(data[0], workers=0, hosts=(NAME,), database=postgres.address) as one,
        running(data[1], workers=0, hosts=(NAME,), database=postgres.address) as two,
    ):
        proxies: dict[str, Proxy] = {"nginx": nginx, "Caddy": caddy}
        for kind, proxy in proxies.items():
            with proxy(folder, [one.port, two.port]) as url:
                play_through(url, [one, two])
            print(f"{kind}: page, WebSockets and a match through the proxy, seen on both servers; /metrics is hidden")


def example(beginning: str, ports: list[int]) -> str:
    """The configuration on the page that begins so, for servers at these ports."""
    blocks = (PROJECT / "docs" / "hosting.md").read_text().split("```")
    text = next(block for block in blocks if block.startswith(f"\n{beginning}"))
    return text.replace("8765", str(ports[0])).replace("8766", str(ports[1]))


@contextmanager
def nginx(folder: Path, ports: list[int]) -> Iterator[str]:
    """The one of the page, with a certificate of our own and another port; its address."""
    key, certificate, port = folder / "key.pem", folder / "certificate.pem", free_port()
    request = f"openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN={NAME} -keyout {key} -out {certificate}"
    subprocess.run(request.split(), check=True, capture_output=True)
    text = example("upstream", ports).replace("listen 443", f"listen 127.0.0.1:{port}")
    text = text.replace(f"/etc/ssl/{NAME}.pem", str(certificate)).replace(f"/etc/ssl/{NAME}.key", str(key))
    configuration = folder / "nginx.conf"
    configuration.write_text(f"pid {folder}/nginx.pid;\nevents {{}}\nhttp {{\n{text}\n}}\n")
    with started(["nginx", "-p", str(folder), "-c", str(configuration), "-g", "daemon off;"], folder):
        yield f"https://127.0.0.1:{port}"


@contextmanager
def caddy(folder: Path, ports: list[int]) -> Iterator[str]:
    """The one of the page, without the certificate that it would ask for; its address."""
    port = free_port()
    text = example(f"{NAME} {{", ports).replace(f"{NAME} {{", f"http://{NAME}:{port} {{")
    (folder / "Caddyfile").write_text(f"{{\nadmin off\n}}\n{text}")
    with started(["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"], folder):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def started(words: list[str], folder: Path) -> Iterator[None]:
    """A program for a while; what it says is shown if something fails."""
    with (folder / "said.txt").open("w") as said:
        process = subprocess.Popen(words, stdout=said, stderr=said)
    try:
        yield
    except BaseException:
        print((folder / "said.txt").read_text(), file=sys.stderr)
        raise
    finally:
        process.terminate()
        process.wait(SECONDS)


def play_through(url: str, servers: list[Server]) -> None:
    """Play through a proxy, at which a page comes too; both servers show it."""
    proxied = behind(url, servers[0])
    wait_until_ready(proxied)
    assert "<!doctype html>" in proxied.http.get("/").text.lower()
    assert proxied.http.get("/metrics").status_code == 404
    table = proxied.new_table()
    people = [proxied.join(table, seat) for seat in (0, 1)]
    play_out(people, max_actions=ACTIONS)
    for server in servers:
        server.watch(table).reach(people[0].latest["version"])
    close_sockets()
    proxied.http.close()


def behind(url: str, server: Server) -> Server:
    """A server as it is reached at another address, which a proxy has."""
    proxied = copy.copy(server)
    port = int(url.rpartition(":")[2])
    is_secure = url.startswith("https")
    proxied.http = httpx.Client(base_url=url, headers={"Host": NAME}, verify=UNVERIFIED, timeout=SECONDS)
    proxied.sockets = f"{'wss' if is_secure else 'ws'}://{NAME}:{port}"
    proxied.dialling = {"address": ("127.0.0.1", port), "ssl": UNVERIFIED if is_secure else None}
    return proxied


def wait_until_ready(server: Server) -> None:
    """Return when the server answers."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            if server.http.get("/health").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise TimeoutError(f"nothing answers at {server.http.base_url}")


# ---- backups ----------------------------------------------------------------------------------------------------


def try_postgres_backup(folder: Path, postgres: Postgres) -> None:
    """`pg_dump -Fc` while people play, `pg_restore --clean` while no server runs."""
    with running(folder / "dumped", workers=0, database=postgres.address) as server:
        table, version = begun(server)
        dumping = [str(postgres.program("pg_dump")), "-Fc", postgres.address]
        dump = subprocess.run(dumping, check=True, stdout=subprocess.PIPE)
        go_on(server, table)
    restoring = [str(postgres.program("pg_restore")), "--clean", "-d", postgres.address]
    subprocess.run(restoring, input=dump.stdout, check=True)
    with running(folder / "restored", workers=0, database=postgres.address) as server:
        assert go_on(server, table) == version
    print(f"pg_dump, pg_restore: {len(dump.stdout):,} bytes; the table is where it was, and is played on")


def try_sqlite_backup(folder: Path) -> None:
    """`.backup` while people play; the copy takes the place of the database."""
    data = folder / "sqlite"
    with running(data, workers=0) as server:
        table, version = begun(server)
        subprocess.run(["sqlite3", data / "shinar.db", f".backup {folder / 'copy.db'}"], check=True)
        go_on(server, table)
    for name in ("shinar.db-wal", "shinar.db-shm"):
        (data / name).unlink(missing_ok=True)
    shutil.copy(folder / "copy.db", data / "shinar.db")
    with running(data, workers=0) as server:
        assert go_on(server, table) == version
    print("sqlite3 .backup: the table is where it was, and is played on")


def begun(server: Server) -> tuple[Message, int]:
    """A table at which some actions were played, and its version."""
    table = server.new_table()
    go_on(server, table)
    return table, int(server.watch(table).latest["version"])


def go_on(server: Server, table: Message) -> int:
    """Play on at a table; the version it had."""
    people = [server.join(table, seat) for seat in (0, 1)]
    version = int(people[0].latest["version"])
    play_out(people, max_actions=ACTIONS)
    close_sockets()
    return version


if __name__ == "__main__":
    main()
