"""Answers that stay as they are: packed once, with a mark by which a browser asks whether what it has is still good."""

from __future__ import annotations

import gzip
import re
from functools import cache
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Response
from litestar.exceptions import NotFoundException

from parallel38 import __version__
from parallel38.service.asking import AnyRequest

WEB = Path(str(resources.files("parallel38.web"))).resolve()
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""The files of the client that anybody asks for; pages and texts have addresses of their own."""
STATE = "as-"
"""What the name of a state of these files begins with."""
YEAR = 365 * 24 * 3600
"""In seconds."""
PACKED = "packed"
KEPT = {PACKED: True}
"""The option of handlers whose answers are compressed here, so that they are not compressed again."""


class Kept(NamedTuple):
    """An answer, as it is and packed."""

    body: bytes
    packed: bytes
    """Empty if packing makes nothing smaller."""
    mark: str
    kind: str


def keep(body: bytes, kind: str) -> Kept:
    """An answer that can be given again and again."""
    packed = b"" if kind == "image/jpeg" else gzip.compress(body, 6, mtime=0)
    return Kept(body, packed, f'"{blake2b(body, digest_size=12).hexdigest()}"', kind)


def give(request: AnyRequest, kept: Kept, seconds: int = 0) -> Response[bytes]:
    """The answer, or that nothing has changed since it was given; for some seconds a browser need not ask again."""
    age = f"private, max-age={seconds}" if seconds else "no-cache"
    headers: dict[str, Any] = {"etag": kept.mark, "cache-control": age, "vary": "accept-encoding"}
    if kept.mark in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=kept.kind)
    body = kept.body
    if kept.packed and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = kept.packed, "gzip"
    return Response(body, headers=headers, media_type=kept.kind)


def web_state() -> str:
    """A name for the client's files as they are on the disk, which changes with any of them."""
    changed = [file.stat().st_mtime_ns for file in _web_files()]
    return STATE + blake2b(repr((changed, __version__)).encode(), digest_size=6).hexdigest()


@cache
def _web_files() -> list[Path]:
    return sorted(file for file in WEB.rglob("*") if file.suffix in KINDS)


def web_file(request: AnyRequest, path: Path) -> Response[bytes]:
    """A file of the client; what is changed on the disk is read anew.

    Pages name it with the state of all files before it, so that a browser need not ask for it again before one changes.
    """
    first, _, rest = str(path).lstrip("/").partition("/")
    if not first.startswith(STATE):
        return give(request, _web_file(f"{first}/{rest}"))
    return give(request, _web_file(rest), YEAR if first == web_state() else 0)


def _web_file(path: str) -> Kept:
    file = WEB / path.lstrip("/")
    if file.suffix not in KINDS or ".." in file.parts or "\0" in str(file):
        raise NotFoundException
    try:
        return _read(file, file.stat().st_mtime_ns)
    except OSError:  # no file, a folder, or a name that no file can have
        raise NotFoundException from None


@cache
def _read(file: Path, changed: int) -> Kept:
    return keep(file.read_bytes(), KINDS[file.suffix])


@cache
def modules(script: str) -> tuple[str, ...]:
    """Every module that a script needs, so that a page can ask for all at once instead of one after the other."""
    found = dict.fromkeys([script])
    wanted = [script]
    while wanted:
        text = (WEB / "js" / f"{wanted.pop()}.js").read_text(encoding="utf-8")
        new = [name for name in re.findall(r'^(?:import|\}) .*"\./([\w-]+)\.js";$', text, re.M) if name not in found]
        found |= dict.fromkeys(new)
        wanted += new
    return tuple(found)
