"""A wire between the browser and the server that can be cut."""

import contextlib
import socket
import threading
from types import TracebackType

CHUNK = 65536


class Wire:
    """Passes bytes on to a port; while it is cut, every connection through it dies at once."""

    def __init__(self, port: int) -> None:
        self.goal = port
        self.is_cut = False
        self._ends: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "Wire":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *error: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        """Break all connections and allow no new ones."""
        self.is_cut = True
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def restore(self) -> None:
        """Allow connections again."""
        self.is_cut = False

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # the door was closed: the test is over
            while True:
                near, _ = self._listener.accept()
                self._join(near)

    def _join(self, near: socket.socket) -> None:
        if self.is_cut:
            near.close()
            return
        far = socket.create_connection(("127.0.0.1", self.goal))
        self._ends += [near, far]
        for source, target in ((near, far), (far, near)):
            threading.Thread(target=_pass_on, args=(source, target), daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):  # either end is gone
        while data := source.recv(CHUNK):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
