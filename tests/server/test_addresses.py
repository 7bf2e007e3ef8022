"""Where friends on the local network reach a server."""

import socket
from pathlib import Path
from types import TracebackType

import pytest

from shinar.server.addresses import EVERYWHERE, network_address
from shinar.server.settings import Settings


class Probe:
    """A socket of a computer that has an address, or none."""

    own: str | None = "192.168.1.5"

    def __init__(self, *_kind: int) -> None:
        """As a socket is made."""

    def __enter__(self) -> "Probe":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """As a socket is closed."""

    def connect(self, _place: tuple[str, int]) -> None:
        """Find the way out."""
        if self.own is None:
            raise OSError("the network is unreachable")

    def getsockname(self) -> tuple[str | None, int]:
        """The address that was chosen for it."""
        return self.own, 40_000


@pytest.mark.parametrize(
    ("host", "own", "address"),
    [
        (EVERYWHERE, "192.168.1.5", "http://192.168.1.5:8765/"),
        (EVERYWHERE, "127.0.0.1", None),
        (EVERYWHERE, None, None),
        ("127.0.0.1", "192.168.1.5", None),
    ],
    ids=["listens", "only a loopback", "no network", "listens here only"],
)
def test_the_address_for_friends_is_known_where_the_server_listens_to_them(
    host: str, own: str | None, address: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "socket", Probe)
    monkeypatch.setattr(Probe, "own", own)
    assert network_address(Settings(data=tmp_path, host=host)) == address
