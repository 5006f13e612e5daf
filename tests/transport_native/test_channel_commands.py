# SPDX-License-Identifier: BSD-3-Clause
"""send, tail and nodes on a plain channel reference, as a person runs them."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parent.parent.parent
_CHANNEL = """<?xml version="1.0" encoding="UTF-8"?>
<liveobject xmlns="urn:liveobject:reference:1">
  <parameterized>
    <using><primitive id="0x5d0c3a7b9e214f68a1b7c2d4e6f80913" version="1" name="Reliable channel"/></using>
    <argument name="T"><type>{type}</type></argument>
    <argument name="scope"><text>test {scope}</text></argument>
    <argument name="key"><text>{key}</text></argument>
  </parameterized>
</liveobject>
"""


def _file(tmp_path: Path, value_type: str, key: str = "") -> Path:
    path = tmp_path / "channel.liveobject"
    path.write_text(_CHANNEL.format(type=value_type, scope=secrets.token_hex(8), key=key))
    return path


async def _start(*words: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app", *words, stdin=pipe, stdout=pipe, stderr=pipe, cwd=_ROOT
    )


async def _run(*words: str, text: str = "") -> tuple[int | None, str, str]:
    process = await _start(*words)
    out, err = await asyncio.wait_for(process.communicate(text.encode()), 60)
    return process.returncode, out.decode(), err.decode()


async def test_what_is_sent_is_tailed(tmp_path: Path) -> None:
    file = str(_file(tmp_path, "text", secrets.token_hex(32)))
    tail = await _start("tail", file, "--json", "--count", "3")
    assert tail.stdout is not None
    joined = json.loads(await asyncio.wait_for(tail.stdout.readline(), 30))
    assert joined["event"] == "joined"
    code, _, err = await _run("send", file, "--wait-for", "1", text="one\ntwö\n\n")
    assert (code, err) == (0, "")
    out, _ = await asyncio.wait_for(tail.communicate(), 30)
    lines = [json.loads(line) for line in out.decode().splitlines()]
    assert [line["message"] for line in lines] == ["one", "twö", ""]
    assert tail.returncode == 0


async def test_what_is_sent_between_two_leaders_arrives(tmp_path: Path) -> None:
    file = str(_file(tmp_path, "text"))
    leader = await _start("tail", file, "--json")
    assert leader.stdout is not None
    assert await asyncio.wait_for(leader.stdout.readline(), 30)
    heir = await _start("tail", file, "--json", "--count", "1")
    assert heir.stdout is not None
    assert await asyncio.wait_for(heir.stdout.readline(), 30)
    sender = await _start("send", file)
    leader.kill()
    await leader.wait()
    _, err = await asyncio.wait_for(sender.communicate(b"still here\n"), 60)
    assert (sender.returncode, err) == (0, b"")
    out, _ = await asyncio.wait_for(heir.communicate(), 30)
    assert json.loads(out)["message"] == "still here"


async def test_whoever_sends_to_nobody_is_told(tmp_path: Path) -> None:
    code, _, err = await _run("send", str(_file(tmp_path, "text")), text="anybody?\n")
    assert code == 0
    assert err.startswith("liveobjects: nobody else took part; ")
    assert await _run("send", str(_file(tmp_path, "text"))) == (0, "", "")


@pytest.mark.parametrize(
    ("kind", "further"),
    [
        ("ee479c7d1aadd5ebe520b47f8b91faf2", ""),
        ("3aab058c9650e0d3fec9974dad698eb2", '<argument name="S"><type>list[text]</type></argument>'),
    ],
    ids=["ordered", "checkpointed"],
)
async def test_channels_with_an_order_can_be_read_without_having_their_state(
    tmp_path: Path, kind: str, further: str
) -> None:
    path = _file(tmp_path, "text", secrets.token_hex(32))
    text = path.read_text().replace("5d0c3a7b9e214f68a1b7c2d4e6f80913", kind)
    path.write_text(text.replace("</parameterized>", f"{further}</parameterized>"))
    tail = await _start("tail", str(path), "--json", "--count", "2")
    assert tail.stdout is not None
    assert json.loads(await asyncio.wait_for(tail.stdout.readline(), 30))["event"] == "joined"
    code, _, err = await _run("send", str(path), "--wait-for", "1", text="one\ntwo\n")
    assert (code, err) == (0, "")
    out, _ = await asyncio.wait_for(tail.communicate(), 30)
    assert [json.loads(line)["message"] for line in out.decode().splitlines()] == ["one", "two"]


async def test_nodes_shows_the_view_and_how_it_goes(tmp_path: Path) -> None:
    file = str(_file(tmp_path, "int"))
    tail = await _start("tail", file)
    code, out, err = await _run("nodes", file, "--json", "--seconds", "2")
    assert (code, err) == (0, "")
    report = json.loads(out)
    tail.kill()
    await tail.wait()
    assert report["view"]["members"] == len(report["members"]) >= 1
    assert sum(member["leader"] for member in report["members"]) == 1
    assert not report["encrypted"]
    assert report["regions"][0]["path"] == "shared memory"
    assert 0 < report["memory"]["used"] < report["memory"]["budget"]
    assert {"rates", "loss", "refused_packets"} <= set(report)


async def test_what_is_wrong_is_said_in_one_line(tmp_path: Path) -> None:
    code, _, err = await _run("send", str(_file(tmp_path, "int")), text="1\nnot a number\n")
    assert code == 1
    assert err.startswith("liveobjects: line 2: ")
    label = str(_ROOT / "liveobject_files" / "shared_label.liveobject")
    code, _, err = await _run("tail", label)
    assert code == 2
    assert err.startswith("liveobjects: this is not a channel; ")
    code, _, err = await _run("nodes", str(_file(tmp_path, "int", "short")))
    assert code == 2
    assert "64 hexadecimal digits" in err
    assert err.count("\n") == 1
