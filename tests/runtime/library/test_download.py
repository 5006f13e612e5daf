# SPDX-License-Identifier: BSD-3-Clause
"""Downloads from files and from a real web server on this machine, with hostile answers."""

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from app.runtime.library import FetchError
from app.runtime.library.download import _settle, fetch
from app.runtime.trust import NotAllowedError

CONTENT = os.urandom(700_000)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    released = threading.Event()

    def do_GET(self) -> None:
        getattr(self, f"answer_{self.path.strip('/').partition('/')[0]}", self.answer_nothing)()

    def reply(self, code: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if "Content_Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer_nothing(self) -> None:
        self.reply(404)

    def answer_good(self) -> None:
        self.reply(200, CONTENT)

    def answer_chunked(self) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"5\r\nhello\r\n0\r\n\r\n")

    def answer_short(self) -> None:
        self.reply(200, b"short", Content_Length="500")
        self.close_connection = True

    def answer_garbage(self) -> None:
        self.wfile.write(b"\0\1\2 garbage\r\n\r\n")
        self.close_connection = True

    def answer_moved(self) -> None:
        self.reply(302, Location="/good")

    def answer_round(self) -> None:
        self.reply(307, Location="/round")

    def answer_away(self) -> None:
        self.reply(301, Location="file:///etc/passwd")

    def answer_nowhere(self) -> None:
        self.reply(302)

    def answer_silent(self) -> None:
        self.released.wait(10)
        self.close_connection = True

    def answer_slow(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        try:
            while not self.released.wait(0.02):
                self.wfile.write(b"x")
                self.wfile.flush()
        except OSError:
            pass
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    Handler.released.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    Handler.released.set()
    server.shutdown()
    server.server_close()
    thread.join()


async def everything(_host: str) -> None:
    """Allow every host."""


async def test_a_file_is_fetched_whole(server: str) -> None:
    asked: list[str] = []

    async def ask(host: str) -> None:
        asked.append(host)

    assert await fetch(f"{server}/good/file.zip?x=1#part", 1_000_000, ask) == CONTENT
    assert asked == [server.removeprefix("http://")]
    assert await fetch(f"{server}/chunked", 100, everything) == b"hello"
    assert await fetch(f"{server.replace('127.0.0.1', 'localhost')}/chunked", 100, everything) == b"hello"


async def test_the_event_loop_is_free_meanwhile(server: str) -> None:
    task = asyncio.create_task(fetch(f"{server}/silent", 100, everything, patience=5))
    before = time.monotonic()
    for _ in range(20):
        await asyncio.sleep(0)
    assert time.monotonic() - before < 1
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_an_answer_that_nobody_waits_for_is_dropped() -> None:
    given_up: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    given_up.cancel()
    _settle(given_up, b"late")
    assert given_up.cancelled()


async def test_nobody_is_talked_to_without_permission(server: str) -> None:
    async def refuse(host: str) -> None:
        raise NotAllowedError(host, "")

    with pytest.raises(NotAllowedError):
        await fetch(f"{server}/good", 1_000_000, refuse)


async def test_each_host_that_a_server_points_to_is_asked_for(server: str) -> None:
    asked: list[str] = []

    async def ask(host: str) -> None:
        asked.append(host)

    assert await fetch(f"{server}/moved", 1_000_000, ask) == CONTENT
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/missing", "answers 404 Not Found; check the URL"),
        ("/good", "is larger than 0 MB; use a smaller library"),
        ("/short", "cannot fetch"),
        ("/garbage", "cannot fetch"),
        ("/round", "points from place to place without end"),
        ("/away", "the server points to file:///etc/passwd, which is not safe"),
        ("/nowhere", "answers 302"),
        ("/silent", "does not answer in time"),
        ("/slow", "comes too slowly"),
    ],
)
async def test_bad_answers_are_refused_in_one_line(server: str, path: str, message: str) -> None:
    with pytest.raises(FetchError) as caught:
        await fetch(f"{server}{path}", 1000, everything, patience=0.3 if path in ("/silent", "/slow") else 20)
    found = str(caught.value)
    assert message in found or (path == "/slow" and "does not answer in time" in found)
    assert "\n" not in found


async def test_a_slow_answer_ends_its_thread_too(server: str) -> None:
    before = set(threading.enumerate())
    with pytest.raises(FetchError):
        await fetch(f"{server}/slow", 1_000_000, everything, patience=0.2)
    for thread in set(threading.enumerate()) - before:
        if thread.name == "fetch":
            await asyncio.to_thread(thread.join, 10)
            assert not thread.is_alive()


async def test_a_server_that_is_not_there() -> None:
    with pytest.raises(FetchError, match=r"cannot fetch http://127\.0\.0\.1:9/x: "):
        await fetch("http://127.0.0.1:9/x", 100, everything)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("ftp://host/x", "is not a URL that can be fetched; use file:, http: or https:"),
        ("data:text/plain,x", "is not a URL that can be fetched"),
        ("javascript:alert(1)", "is not a URL that can be fetched"),
        ("x", "is not a URL that can be fetched"),
        ("", "is not a URL that can be fetched"),
        ("http://host/a b", "is not a URL that can be fetched"),
        ("http://host/\r\nEvil: 1", "is not a URL that can be fetched"),
        ("http://[::1", "is not a URL: "),
        ("http://host:99999/", "is not a URL: "),
        ("http:///path", "names no place"),
        ("file://elsewhere/path", "names no place"),
        ("http://me:secret@host/", "the URL for host holds a password"),
        ("https://" + "x" * 300, "cannot fetch"),
    ],
)
async def test_bad_urls_are_refused(url: str, message: str) -> None:
    with pytest.raises(FetchError) as caught:
        await fetch(url, 100, everything)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


class TestFiles:
    async def test_plain_file(self, tmp_path: Path) -> None:
        file = tmp_path / "a b.zip"
        file.write_bytes(b"content")
        assert await fetch(file.as_uri(), 100, everything) == b"content"
        assert await fetch(f"file://localhost{file.as_uri()[7:]}", 100, everything) == b"content"

    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda path: None, "cannot read .*: No such file"),
            (lambda path: path.mkdir(), "Is a directory"),
            (os.mkfifo, "is not a file"),
            (lambda path: path.write_bytes(bytes(101)), "larger than"),
        ],
    )
    async def test_others(self, tmp_path: Path, make: object, message: str) -> None:
        assert callable(make)
        make(tmp_path / "x")
        with pytest.raises(FetchError, match=message):
            await fetch((tmp_path / "x").as_uri(), 100, everything)

    async def test_endless_devices(self) -> None:
        with pytest.raises(FetchError, match="/dev/zero is not a file"):
            await fetch("file:///dev/zero", 100, everything)

    async def test_null_byte(self) -> None:
        with pytest.raises(FetchError, match="cannot read"):
            await fetch("file:///tmp/%00", 100, everything)
