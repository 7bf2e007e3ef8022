"""What can be set when a server starts, with the limits that keep it safe on the internet."""

import os
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["DEFAULT_GRACE", "DEFAULT_HOST", "DEFAULT_PORT", "Limits", "Settings", "default_proxies", "worker_count"]

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8765
DEFAULT_GRACE = 60.0


def default_proxies() -> tuple[str, ...]:
    """The addresses that FORWARDED_ALLOW_IPS names, or this machine's."""
    return tuple(name.strip() for name in os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1").split(","))


@dataclass(frozen=True)
class Limits:
    """How much anybody may ask of the server. Rates are (per second, at once)."""

    body: int = 1_500_000  # bytes of a request; an uploaded record is the largest
    message: int = 4_096  # bytes of a WebSocket message that is read at all
    frame: int = 65_536  # bytes of a WebSocket message beyond which the connection is closed
    queue: int = 256  # messages waiting for a slow reader before it is dropped
    sockets: int = 20_000  # connections in all, as far as file descriptors allow
    sockets_per_address: int = 300  # connections from one address; of IPv6, from one network of 64 bits
    head_seconds: float = 10.0  # until the head of a request must have come
    body_seconds: float = 30.0  # until its body must have come
    write_seconds: float = 30.0  # until a reader that has fallen behind must have caught up
    connections: int = 200  # WebSockets from one address
    hello_seconds: float = 10.0  # until the first message must have come
    messages: tuple[float, float] = (20, 60)  # on one connection
    address_messages: tuple[float, float] = (200, 600)  # on all connections of one address
    too_fast_seconds: float = 0.25  # that the refusal of somebody who asks too fast is held back
    chat: tuple[float, float] = (1, 10)  # lines on one connection
    requests: tuple[float, float] = (30, 120)  # over HTTP from one address
    lookups: tuple[float, float] = (5, 60)  # lists, records and past positions asked for from one address
    creations: tuple[float, float] = (0.5, 30)  # tables and records made from one address
    heavy: tuple[float, float] = (1, 10)  # hints and odds on one connection; odds of records from one address
    heavy_seconds: float = 5.0  # that such a question may wait for its turn before it is refused
    reading: float = 10.0  # seconds that reading or replaying a match may take
    chat_lines: int = 200  # that a newcomer is sent
    live_tables: int = 5_000  # held in memory before idle ones are dropped at once
    idle_seconds: float = 300.0  # until a table that everybody has left is dropped from memory
    finished_seconds: float = 30.0  # the same for one whose match is over
    heartbeat_seconds: float = 10.0  # between two signs of life to servers that share the database


@dataclass(frozen=True)
class Settings:
    """How one server process runs."""

    data: Path
    database: str = ""  # an address for SQLAlchemy; empty: SQLite in the data folder
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    workers: int = 1  # processes in which bots think; 0: bots do not act
    ray: str = ""  # address of a Ray cluster on which they think instead, or "local" for one of our own
    origins: tuple[str, ...] = ()  # further pages that may connect, such as "https://example.org"
    proxies: tuple[str, ...] = field(default_factory=default_proxies)  # trusted to say who is asking
    hosts: tuple[str, ...] = ()  # names under which the server is reached, such as "example.org"
    keep_days: float = 365.0  # until a table that nobody has touched is deleted with its chat; 0: never
    keep_record_days: float = 3_650.0  # until a shared or uploaded record is deleted; 0: never
    grace: float = DEFAULT_GRACE  # seconds until a bot plays for a person who left
    warms_up: bool = False  # whether the usual bots are compiled at once, before anybody plays
    limits: Limits = field(default_factory=Limits)

    @property
    def address(self) -> str:
        """The database as SQLAlchemy writes it; `postgresql://` means the driver we ship."""
        if not self.database:
            return f"sqlite:///{self.data / 'shinar.db'}"
        scheme, _, rest = self.database.partition("://")
        return f"postgresql+psycopg://{rest}" if scheme in {"postgres", "postgresql"} else self.database


def worker_count() -> int:
    """As many processes for bots as leave one core to the server."""
    return max(1, min(8, (os.cpu_count() or 2) - 1))
