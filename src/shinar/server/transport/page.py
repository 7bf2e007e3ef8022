"""Serves the built page. Its files are small and few: they are kept in memory, compressed once."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

__all__ = ["Page"]

FOLDER = Path(__file__).parents[1] / "page"
HASHED = "assets/"  # files in this folder carry a hash of their content in their name
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
COMPRESSIBLE = ("text/", "image/svg", "application/json", "application/manifest")
NOT_BUILT = "<!doctype html><title>Shinar</title><p>The page is not built. Run <code>make page</code> and start again."


@dataclass(frozen=True)
class File:
    """One file of the page."""

    content: bytes
    compressed: bytes | None
    kind: str
    caching: str
    tag: str


class Page:
    """The files of the page, and `index.html` for every address that is none of them."""

    def __init__(self, folder: Path = FOLDER) -> None:
        paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith(".")]
        self.files = {path.relative_to(folder).as_posix(): _file(path, folder) for path in paths}
        self.files.setdefault("index.html", _described("index.html", NOT_BUILT.encode()))

    def answer(self, request: Request, path: str) -> Response:
        """The file of a path, or the page itself: its own script reads the address."""
        name = path if path in self.files else "index.html"
        if name == "index.html" and "." in path.rpartition("/")[2]:
            return Response("not found", 404, media_type="text/plain")
        return _response(request, self.files[name])


def _file(path: Path, folder: Path) -> File:
    return _described(path.relative_to(folder).as_posix(), path.read_bytes())


def _described(name: str, content: bytes) -> File:
    kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return File(
        content,
        gzip.compress(content, 9, mtime=0) if kind.startswith(COMPRESSIBLE) else None,
        f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
        FOREVER if name.startswith(HASHED) else ASK_AGAIN,
        f'"{hashlib.sha256(content).hexdigest()[:16]}"',
    )


def _response(request: Request, file: File) -> Response:
    headers = {"cache-control": file.caching, "etag": file.tag, "vary": "accept-encoding", "content-type": file.kind}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.compressed, headers=headers | {"content-encoding": "gzip"})
    return Response(file.content, headers=headers)
