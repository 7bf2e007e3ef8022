"""Where others can reach the server: the address that goes into links for friends."""

import socket

from shinar.server.settings import Settings

__all__ = ["EVERYWHERE", "network_address"]

EVERYWHERE = "0.0.0.0"  # what --lan asks for: to be reached from the local network
FAR = ("192.0.2.1", 9)  # an address for documentation: nothing is sent there, the system only picks a route


def network_address(settings: Settings) -> str | None:
    """The lobby as others on the local network see it; None if the server listens to this computer only."""
    if settings.host not in {EVERYWHERE, "::"}:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(FAR)
        except OSError:  # no network
            return None
        own = str(probe.getsockname()[0])
    return None if own.startswith("127.") else f"http://{own}:{settings.port}/"
