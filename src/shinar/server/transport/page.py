"""Serves the built page. Its files are small and few: they are kept in memory, compressed once."""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from shinar.core.game import Game
from shinar.core.registry import game_class, game_names

__all__ = ["Page"]

FOLDER = Path(__file__).parents[1] / "page"
HASHED = "assets/"  # files in this folder carry a hash of their content in their name
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
COMPRESSIBLE = ("text/", "image/svg", "application/json", "application/manifest")
DEFAULT_PICTURE = "previews/shinar.png"
PREVIEW_TAG = {
    name: re.compile(rf'<meta property="og:{name}" content="[^"]*" ?/?>') for name in ("title", "description", "image")
}
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
        if path in self.files and path != "index.html":
            return _response(request, self.files[path])
        if "." in path.removesuffix("index.html").rpartition("/")[2]:
            return Response("not found", 404, media_type="text/plain")
        return _response(request, self._with_preview(path.strip("/"), f"{request.url.scheme}://{request.url.netloc}"))

    def _with_preview(self, name: str, origin: str) -> File:
        """The page with the tags for link previews: those of a game, if the path is its name."""
        is_game = name in game_names()
        picture = f"previews/{name}.png" if is_game and f"previews/{name}.png" in self.files else DEFAULT_PICTURE
        words = _words_of(game_class(name)) if is_game else {}
        page = _with_tags(self.files["index.html"].content.decode(), {**words, "image": f"{origin}/{picture}"})
        return _described("index.html", page.encode())


def _words_of(game: type[Game[Any]]) -> dict[str, str]:
    return {"title": f"{game.title}: a seat at the table", "description": game.summary}


def _with_tags(page: str, tags: dict[str, str]) -> str:
    """A page whose tags for previews have other contents."""
    for name, content in tags.items():
        tag = f'<meta property="og:{name}" content="{escape(content)}" />'
        page = PREVIEW_TAG[name].sub(tag.replace("\\", r"\\"), page)
    return page


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
