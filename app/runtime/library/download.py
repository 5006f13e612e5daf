# SPDX-License-Identifier: BSD-3-Clause
"""Downloads an archive from a file:, http: or https: URL: bounded in size and time, off the event loop."""

import asyncio
import contextlib
import http.client
import io
import os
import stat
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from app.runtime.library.errors import FetchError

PATIENCE = 60.0
"""Seconds in which the download must complete."""
_SILENCE = 15.0
_CHUNK = 256 * 1024
_MOST_REDIRECTIONS = 5
_WEB = ("http", "https")

AskForHost = Callable[[str], Awaitable[None]]


@dataclass(frozen=True)
class _Elsewhere:
    """A redirection to another URL."""

    url: str


async def fetch(url: str, largest: int, ask: AskForHost, patience: float = PATIENCE) -> bytes:
    """Return the content of the URL; `ask` is awaited before each host is contacted, and may refuse."""
    for _ in range(_MOST_REDIRECTIONS + 1):
        parts = _split(url)
        if parts.scheme == "file":
            return await asyncio.to_thread(_read_file, url, largest)
        await ask(parts.netloc)
        found = await _within(patience, url, largest)
        if isinstance(found, bytes):
            return found
        url = found.url
        if _split(url).scheme not in _WEB or (parts.scheme == "https" and not url.startswith("https:")):
            raise FetchError(f"the server points to {_short(url)}, which is not safe", "use another URL")
    raise FetchError(f"{_short(url)} points from place to place without end", "use another URL")


async def _within(patience: float, url: str, largest: int) -> bytes | _Elsewhere:
    """Run the request in a thread, with a time limit."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[bytes | _Elsewhere] = loop.create_future()
    deadline = time.monotonic() + patience

    def work() -> None:
        try:
            found: bytes | _Elsewhere | FetchError = _get(url, largest, deadline)
        except FetchError as error:
            found = error
        # The loop may be closed by now, or the answer no longer wanted.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, answer, found)

    threading.Thread(target=work, name="fetch", daemon=True).start()
    try:
        return await asyncio.wait_for(answer, patience)
    except TimeoutError:
        raise FetchError(f"{_short(url)} does not answer in time", "try again, or use another URL") from None


def _settle(answer: "asyncio.Future[bytes | _Elsewhere]", found: bytes | _Elsewhere | FetchError) -> None:
    if answer.done():
        return
    if isinstance(found, FetchError):
        answer.set_exception(found)
    else:
        answer.set_result(found)


def _split(url: str) -> Any:
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError as error:
        raise FetchError(f"{_short(url)} is not a URL: {error}", "correct it in the reference") from None
    if parts.scheme not in ("file", *_WEB) or not url.isprintable() or " " in url:
        raise FetchError(f"{_short(url)} is not a URL that can be fetched", "use file:, http: or https:")
    if parts.username or parts.password:
        raise FetchError(f"the URL for {host} holds a password", "take it out: references are passed on")
    if (parts.scheme == "file") != (host in (None, "")) and not (parts.scheme == "file" and host == "localhost"):
        raise FetchError(f"{_short(url)} names no place", "write file:///path or https://host/path")
    return parts


def _read_file(url: str, largest: int) -> bytes:
    path = unquote(urlsplit(url).path)
    try:
        # Non-blocking: opening a pipe would wait for a writer.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise FetchError(f"{path} is not a file", "name the archive itself")
            return _bounded(file, url, largest, None)
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else error
        raise FetchError(f"cannot read {path}: {what}", "check the URL in the reference") from None


def _get(url: str, largest: int, deadline: float) -> bytes | _Elsewhere:
    headers = {"User-Agent": "liveobjects", "Accept-Encoding": "identity"}
    request = urllib.request.Request(url, headers=headers)  # noqa: S310 - the opener knows http and https only
    try:
        with _OPENER.open(request, timeout=_SILENCE) as answer:
            content = _bounded(answer, url, largest, deadline)
            if len(content) < int(answer.headers.get("Content-Length", 0)):
                raise http.client.IncompleteRead(content)
            return content
    except urllib.error.HTTPError as error:
        error.close()
        target = error.headers.get("Location")
        if error.code in (301, 302, 303, 307, 308) and target:
            return _Elsewhere(urljoin(url, target))
        raise FetchError(f"{_short(url)} answers {error.code} {error.reason}", "check the URL") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = _short(str(getattr(error, "reason", None) or error))
        raise FetchError(f"cannot fetch {_short(url)}: {reason}", "check the URL and the network") from None


def _bounded(
    source: io.BufferedReader | http.client.HTTPResponse, url: str, largest: int, deadline: float | None
) -> bytes:
    parts: list[bytes] = []
    left = largest
    while part := source.read1(min(_CHUNK, left + 1)):
        parts.append(part)
        left -= len(part)
        if left < 0:
            raise FetchError(f"{_short(url)} is larger than {largest // 1024**2} MB", "use a smaller library")
        if deadline is not None and time.monotonic() > deadline:
            raise FetchError(f"{_short(url)} comes too slowly", "try again, or use another URL")
    return b"".join(parts)


class _NoRedirection(urllib.request.HTTPRedirectHandler):
    """Leaves redirections to the caller."""

    def redirect_request(self, *_arguments: Any) -> None:
        return None


def _opener() -> urllib.request.OpenerDirector:
    """Return an opener for http and https only, without cookies and passwords."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.HTTPDefaultErrorHandler(),
        _NoRedirection(),
    ):
        opener.add_handler(handler)
    return opener


_OPENER = _opener()


def _short(text: str) -> str:
    text = repr(text)[1:-1]
    return text if len(text) <= 100 else text[:97] + "..."
