# SPDX-License-Identifier: BSD-3-Clause
"""Videos: copies in one process, views, and real processes of which one is killed and one frozen."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from app.runtime.references import read
from app.runtime.trust import Gate, TrustStore
from objects_library.installed import installed_catalogue
from objects_library.media.video import view as video_view
from objects_library.media.video.frame_channel import PACKET
from objects_library.media.video.packets import frame, is_keyframe
from tests.objects_library.copies import Copy, eventually, live, opened
from tests.objects_library.deciders import Says
from tests.objects_library.media.films import a_film, a_network_video, a_video
from tests.objects_library.viewers import look, unnamed
from tests.objects_library.workers import ROOT, Worker, workshop


@pytest.fixture
def film(tmp_path: Path) -> Path:
    return a_film(tmp_path / "film.webm", seconds=20, rate=10)


async def two(nodes: list[Node], **values: Any) -> tuple[Copy, Copy]:
    ann = await opened(nodes[0], a_video(**values), "video")
    bob = await opened(nodes[1], a_video(**values), "video")
    await live(ann, bob)
    return ann, bob


def is_shown(copy: Copy, by: str, playing: bool = True) -> bool:
    last = copy.last("shown")
    return bool(last) and (last["by"], last["playing"]) == (by, playing)


async def test_a_film_is_seen_by_all_and_held_still_by_anyone(nodes: list[Node], film: Path) -> None:
    ann, bob = await two(nodes)
    ann.send("show", {"source": "film", "detail": str(film)})
    await bob.until(lambda: len(bob.all("frame")) >= 5)
    told = bob.last("shown")
    assert (told["by"], told["mine"], told["title"], told["source"]) == ("Ann", False, "film.webm", "film")
    assert ann.last("shown")["mine"] is True
    assert is_keyframe(bob.all("frame")[0]["data"])
    bob.send("play", {"playing": False, "position": 10.0})
    await ann.until(lambda: is_shown(ann, "Ann", playing=False))
    await bob.until(lambda: abs(bob.last("frame")["position"] - 10.0) < 0.06)
    count = len(bob.all("frame"))
    late = await opened(nodes[1], a_video(), "video")  # gets a frame although nothing moves
    await late.until(lambda: late.all("frame"))
    assert is_keyframe(late.last("frame")["data"])
    assert late.last("frame")["position"] == bob.all("frame")[count - 1]["position"]
    bob.send("play", {"playing": True, "position": 10.0})
    await bob.until(lambda: bob.last("frame")["position"] > 10.2)
    bob.send("stop")  # it is not Bob's to stop
    bob.send("play", {"playing": True, "position": 19.8})
    await bob.until(lambda: is_shown(bob, "Ann", playing=False))  # it stops at its end
    bob.send("play", {"playing": True, "position": 20.0})
    await bob.until(lambda: bob.last("frame")["position"] < 5)  # and begins anew
    ann.send("stop")
    await bob.receives("nothing", {"last": "Ann", "why": "stopped"})


async def test_whoever_would_like_to_show_asks_and_is_let(nodes: list[Node], film: Path) -> None:
    ann, bob = await two(nodes)
    ann.send("show", {"source": "test", "detail": ""})
    await bob.until(lambda: is_shown(bob, "Ann"))
    bob.send("show", {"source": "film", "detail": str(film)})
    await ann.until(lambda: ann.all("wishes") and ann.last("wishes")["wishes"])
    asked = ann.last("wishes")["wishes"][0]
    assert asked["name"] == "Bob"
    await bob.until(lambda: bob.last("wishes")["waiting"])
    ann.send("deny", asked["id"])
    await bob.until(lambda: not bob.last("wishes")["waiting"])
    assert is_shown(bob, "Ann")
    bob.send("show", {"source": "film", "detail": str(film)})
    await ann.until(lambda: ann.last("wishes")["wishes"])
    ann.send("hand_over", ann.last("wishes")["wishes"][0]["id"])
    await ann.until(lambda: is_shown(ann, "Bob"))
    before = len(ann.all("frame"))
    await ann.until(lambda: len(ann.all("frame")) > before)
    assert ann.body._show is None
    bob.send("show", {"source": "film", "detail": "/nowhere.mp4"})  # instead of one's own
    await bob.until(lambda: bob.all("refused") and "not there any more" in bob.last("refused"))


async def test_hostile_packets_and_changes_do_nothing(nodes: list[Node]) -> None:
    ann, bob = await two(nodes)
    ann.send("show", {"source": "test", "detail": ""})
    await bob.until(lambda: len(bob.all("frame")) > 2)
    showing = bob.body._control.showing
    good = frame(showing.by, showing.stream, 2**50, 0.0, 0.0, b"\x11\0\0junk")
    for wrong in ({"by": bob.body._heartbeat.me}, {"data": b"\x10\0\0" + b"x" * 30}, {"number": -1}, {"kind": "x"}):
        bob.body._frames._endpoint.send(PACKET.lower(replace(good, **wrong)))
    change = {
        "whom": None, "name": "", "place": None, "beats": 0, "stream": None, "source": "test", "title": "",
        "duration": 0.0, "playing": True, "position": 0.0, "by": bob.body._heartbeat.me,
    }  # fmt: skip
    before = ann.body._replica.refusals
    for kind in ("begin", "stop", "explode"):
        bob.body._replica.send({"kind": kind, **change})
    await eventually(lambda: ann.body._replica.refusals == before + 3)
    count = len(bob.all("frame"))
    await bob.until(lambda: len(bob.all("frame")) > count + 2)
    assert all(each["number"] < 2**40 for each in bob.all("frame"))


async def test_a_test_picture_is_there_by_itself_and_stays_away_when_stopped(nodes: list[Node]) -> None:
    ann, bob = await two(nodes, source="test")
    await bob.until(lambda: bob.all("frame"))
    assert is_shown(bob, "Ann")
    ann.proxy.close()
    await bob.until(lambda: is_shown(bob, "Bob"))  # somebody else shows it now
    bob.send("stop")
    await bob.receives("nothing", {"last": "Bob", "why": "stopped"})
    assert bob.body._show is None


async def receives_event(copy: Copy, event: str) -> None:
    await copy.until(lambda: copy.all(event))


@pytest.mark.display
async def test_the_screen_is_captured_only_when_that_is_allowed(tmp_path: Path) -> None:
    for allowed in (False, True):
        decider = Says(allowed)
        gate = Gate(TrustStore(tmp_path / f"trust {allowed}"), decider)
        async with Node(installed_catalogue(), name="Ann", trust=gate) as node:
            copy = await opened(node, a_video(f"screen {allowed}"), "video")
            await live(copy)
            copy.send("show", {"source": "screen", "detail": ""})
            if allowed:
                await receives_event(copy, "frame")
                assert copy.last("shown")["source"] == "screen"
            else:
                await receives_event(copy, "refused")
                assert "you have not allowed it to use the device screen" in copy.last("refused")
                assert copy.all("shown") == []
            assert [question.permission.value for question in decider.asked] == ["devices"]


async def test_the_film_of_a_reference_is_shown_only_when_that_is_allowed(tmp_path: Path, film: Path) -> None:
    for allowed in (False, True):
        decider = Says(allowed)
        gate = Gate(TrustStore(tmp_path / f"trust {allowed}"), decider)
        async with Node(installed_catalogue(), name="Ann", trust=gate) as node:
            reference = a_video(f"own film {allowed}", source="film", film=str(film))
            copy = await opened(node, reference, "video")
            await live(copy)
            await receives_event(copy, "frame" if allowed else "refused")
            assert bool(copy.all("frame")) is allowed
            assert [question.what for question in decider.asked] == [str(film)]


@pytest.mark.usefixtures("qapp")
async def test_the_view(nodes: list[Node], film: Path) -> None:
    ann, bob = await look(nodes[0], a_video("view")), await look(nodes[1], a_video("view"))
    assert unnamed(ann.view) == []
    assert "Drop a film here" in ann.view.screen_area.words
    names = [action.text() for action in ann.view.source_menu().actions()]
    assert {"A film …", "The screen", "A test picture"} <= set(names)
    ann.view.show_file(film)
    await bob.sees(lambda: not bob.view.screen_area.empty)
    assert bob.view.screen_area.words == ""
    assert bob.view.who.text() == "Ann shows film.webm"
    assert ann.view.who.text() == "You show film.webm"
    assert bob.view.film_row.isVisible()
    assert not bob.view.stop_button.isVisible()
    await bob.sees(lambda: "160 × 90" in bob.view.facts.text())
    bob.view.play_button.click()
    await ann.sees(lambda: ann.view.play_button.text() == "▶")
    QTest.keyClick(ann.view.screen_area, Qt.Key.Key_Right)
    await bob.sees(lambda: bob.view._position > 5)
    bob.view.place.setValue(1500)
    await ann.sees(lambda: abs(ann.view._position - 15) < 0.1)
    assert ann.view.time.text() in ("0:15 / 0:20", "0:14 / 0:20")
    bob.view.act(bob.view.begin, "test", "")
    await ann.sees(ann.view.question_row.isVisible)
    assert "Bob would like to show something" in ann.view.question.text()
    assert "You have asked Ann" in bob.view.notice.text
    ann.view.yes_button.click()
    await ann.sees(lambda: ann.view.who.text() == "Bob shows a test picture")
    assert bob.view.notice.text == ""
    await ann.sees(lambda: ann.view.screen_area.full_size == (1280, 720))
    ann.view.hide()
    assert not ann.view._looking.isActive()
    ann.view.show()
    bob.view.stop_button.click()
    await ann.sees(lambda: "Bob has stopped" in ann.view.screen_area.words)
    assert ann.view.screen_area.empty
    assert not ann.view._looking.isActive()
    ann.body._replica._status({"writable": False, "members": []})
    assert not ann.view.show_button.isEnabled()


@pytest.mark.usefixtures("qapp")
async def test_silence_is_told_and_nothing_is_kept_for_later(
    nodes: list[Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(video_view, "_SILENT", 0.3)
    ann, bob = await look(nodes[0], a_video("silent")), await look(nodes[1], a_video("silent"))
    ann.view.act(ann.view.begin, "test", "")
    await bob.sees(lambda: not bob.view.screen_area.empty)
    ann.body._frames.noticed({"writable": False})  # as a channel says it that is cut off
    await bob.sees(lambda: "Nothing has come from Ann for" in bob.view.screen_area.words)
    await ann.sees(lambda: "cut off from the others" in ann.view.screen_area.words)
    ann.body._frames.noticed({"writable": True})
    await bob.sees(lambda: bob.view.screen_area.words == "")
    await ann.sees(lambda: ann.view.screen_area.words == "")


def sees_frames(worker: Worker, since: int = 0) -> bool:
    return len(worker.all("frame")) > since


async def test_processes_a_newcomer_a_frozen_and_a_killed_one(tmp_path: Path) -> None:
    async with workshop(tmp_path, a_network_video(height=180, rate=10.0)) as shop:
        ann, bob, _ = await asyncio.gather(*(shop.start(name, "video") for name in ("Ann", "Bob", "Cid")))
        await bob.until(lambda: "live" in bob.all("state") or bob.all("nothing"))
        ann.send("video", "show", {"source": "test", "detail": ""})
        await bob.until(lambda: sees_frames(bob, 3))
        late = await shop.start("Dan", "video")
        await late.until(lambda: sees_frames(late))
        assert late.all("frame")[0]["data"].startswith("b'")
        assert late.all("shown")[-1]["by"] == "Ann"
        os.kill(ann._process.pid, signal.SIGSTOP)
        before = len(late.all("frame"))
        os.kill(ann._process.pid, signal.SIGCONT)
        await late.until(lambda: sees_frames(late, before + 5))  # it goes on by itself
        ann.kill()
        await late.until(lambda: late.all("nothing")[-1:] == [{"last": "Ann", "why": "gone"}])
        late.send("video", "show", {"source": "test", "detail": ""})
        await bob.until(lambda: bob.all("shown")[-1]["by"] == "Dan")


async def test_the_gallery_file_shows_something_by_itself(nodes: list[Node]) -> None:
    given = dict(read(ROOT / "liveobject_files" / "shared_video.liveobject").reference.arguments)  # type: ignore[union-attr]
    copy = await opened(nodes[0], a_video("gallery", source=given["source"].value), "video")
    await copy.until(lambda: len(copy.all("frame")) > 3)
