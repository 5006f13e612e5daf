# SPDX-License-Identifier: BSD-3-Clause
"""The commands `host` and `open`, as processes of their own."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli import main
from app.runtime import references as refs
from app.runtime.activation import Limits, Node
from app.runtime.types import parse_endpoint_type
from objects_library.installed import installed_catalogue
from tests.objects_library.hosting.processes import ROOT, liveobjects

BROKEN = '''
from app.runtime.library import Context, Endpoint, live_object


@live_object("b40ce400000000000000000000000001", name="Broken")
class Broken:
    """Fails, sooner or later."""

    def __init__(self, context: Context, after: float = 0.0) -> None:
        if not after:
            raise ValueError("it cannot begin")
        context.later(after, self.fail)

    def fail(self) -> None:
        raise ValueError("it broke")
'''


def channel(name: str = "test") -> refs.Reference:
    local = refs.Primitive(0x9F4AEACE30B5D219A8C9C8C995B2EA79)
    return refs.Parameterized(local, (("T", refs.TypeArgument("text")), ("name", refs.ValueArgument(name))))


def broken(after: float = 0.0) -> refs.Reference:
    return refs.Parameterized(
        refs.Primitive(0xB40CE400000000000000000000000001), (("after", refs.ValueArgument(after)),)
    )


Save = Callable[[str, refs.Reference], str]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / "data" / "objects" / "broken"
    folder.mkdir(parents=True)
    folder.parent.chmod(0o700)
    (folder / "proxy.py").write_text(BROKEN)
    return tmp_path / "home"


@pytest.fixture
def save(tmp_path: Path) -> Save:
    def saved(title: str, reference: refs.Reference) -> str:
        path = tmp_path / f"{title}.liveobject"
        path.write_bytes(refs.write(refs.Document(reference, title)))
        return str(path)

    return saved


async def test_an_endpoint_of_a_hosted_object_is_used_from_another_process(home: Path, save: Save) -> None:
    file = save(
        "talk", refs.Composite((("c", channel()),), (), (refs.Export("channel", refs.EndpointPath("c", "channel")),))
    )
    heard: asyncio.Queue[str] = asyncio.Queue()
    async with liveobjects(home, "host", file, "--json", "--ticket", "channel", "--name", "there") as process:
        assert await process.line() == {"event": "state", "object": "talk", "state": "live"}
        ticket = (await process.until(event="ticket", endpoint="channel"))["ticket"]
        async with Node(installed_catalogue(), name="here") as node:
            talking = node.new_endpoint(
                parse_endpoint_type("endpoint{ out send(text); in receive(text); requires reliability(fifo) }"),
                receive=heard.put_nowait,
                disconnected=lambda: heard.put_nowait("disconnected"),
            )
            connection = await node.connect_ticket(ticket, talking)
            talking.send("hello")
            talking.send("world")
            assert [await heard.get(), await heard.get()] == ["hello", "world"]
            process.kill(signal.SIGTERM)
            assert await heard.get() == "disconnected"
            assert not connection.open
        assert await process.until(state="ended")
        assert await process.ended() == (0, "")


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
async def test_a_process_that_stops_or_dies_is_noticed(home: Path, save: Save, number: int) -> None:
    gone = asyncio.Event()
    file = save("talk", channel())
    async with liveobjects(home, "host", file, "--json", "--listen", "--ticket", "channel") as process:
        ticket = (await process.until(event="ticket", endpoint="channel"))["ticket"]
        async with Node(installed_catalogue(), limits=Limits(heartbeat=0.1, silence=3.0)) as node:
            talking = node.new_endpoint(
                parse_endpoint_type("endpoint{ out send(text); in receive(text) }"), disconnected=gone.set
            )
            connection = await node.connect_ticket(ticket, talking)
            process.kill(number)
            async with asyncio.timeout(15):
                await gone.wait()
            assert not connection.open


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_runs_until_told_to_end(home: Path, save: Save, number: int) -> None:
    async with liveobjects(home, "host", save("one", channel("a")), save("two", channel("b"))) as process:
        assert [await process.text(), await process.text()] == ["one: live", "two: live"]
        process.kill(number)
        assert [await process.text(), await process.text()] == ["one: ended", "two: ended"]
        assert await process.ended() == (0, "")


async def test_what_cannot_start_is_reported_and_the_code_says_so(home: Path, save: Save) -> None:
    file = save("bad", refs.Composite((("good", channel()), ("bad", broken()))))
    async with liveobjects(home, "host", file, "--json") as process:
        line = await process.line()
        assert (line["state"], line["object"]) == ("failed", "bad")
        assert "bad.bad cannot run: ValueError: it cannot begin" in line["reason"]
        code, complaint = await process.ended()
        assert code == 1
        assert complaint.startswith("liveobjects: bad.bad cannot run")
        assert complaint.count("\n") == 1


async def test_a_failure_later_is_reported(home: Path, save: Save) -> None:
    async with liveobjects(home, "host", save("late", broken(0.05)), "--json") as process:
        assert (await process.line())["state"] == "live"
        assert await process.line() == {
            "event": "state",
            "object": "late",
            "state": "failed",
            "reason": "late: ValueError: it broke",
        }
        assert (await process.ended())[0] == 1  # nothing is left to run
    both = save("both", refs.Composite((("good", channel()), ("bad", broken(0.05)))))
    async with liveobjects(home, "host", both, "--json") as process:
        assert (await process.until(state="failed"))["reason"] == "both.bad: ValueError: it broke"
        process.kill(signal.SIGTERM)  # the other component runs until the end
        assert (await process.ended())[0] == 0


def test_wrong_use(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["host"]) == 2
    assert "there is nothing to run" in capsys.readouterr().err
    assert main(["open", str(tmp_path / "none.liveobject")]) == 2
    assert "no such file" in capsys.readouterr().err
    assert main(["host", str(tmp_path / "none.liveobject")]) != 0
    assert main(["host", "--listen", "tcp:nonsense"]) == 1
    assert "is not an address" in capsys.readouterr().err
    for command in ("host", "open"):
        assert main([command, "--help"]) == 0
        assert "example: liveobjects" in capsys.readouterr().out


def test_open_shows_how_the_objects_are(home: Path, save: Save, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    files = [save("good", refs.Composite((("c", channel()), ("bad", broken())))), save("bad", broken())]
    ended = subprocess.run(
        [sys.executable, "-m", "app", "open", *files, "--screenshot", str(picture)],
        env={**_environment(), "LIVEOBJECTS_HOME": str(home)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert picture.read_bytes().startswith(b"\x89PNG")


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
