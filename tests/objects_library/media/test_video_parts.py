# SPDX-License-Identifier: BSD-3-Clause
"""The parts of a video that need no network: packets, levels, who shows, sources, threads."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from queue import Empty, Queue
from typing import Any
from uuid import UUID, uuid4

import av
import pytest
from av.video.stream import VideoStream

from objects_library.media.video import sources
from objects_library.media.video.bitrate_ladder import BitrateAdaptation, Level, levels, size_at
from objects_library.media.video.decoder import DecodedFrame, Decoder, ReceivedFrame
from objects_library.media.video.floor_control import FloorControl
from objects_library.media.video.packets import frame, is_keyframe, keyframe_request, report, wrong_packet
from objects_library.media.video.reception import Reception
from objects_library.media.video.sources import Film, Source, SourceError, open_source
from objects_library.media.video.streamer import EncodedFrame, News, SourceEnded, SourceOpened, Streamer
from objects_library.replication.replica import RefusedChangeError
from tests.objects_library.media.films import a_film

ANN, BOB, CID = uuid4(), uuid4(), uuid4()
ALONE = b"\x10\x00\x00\x9d\x01\x2a" + (640).to_bytes(2, "little") + (360).to_bytes(2, "little")
NEXT = b"\x11\x00\x00 and so on"


def test_hostile_packets_are_refused() -> None:
    good = frame(ANN, uuid4(), 1, 5.0, 0.0, ALONE)
    assert wrong_packet(good) == wrong_packet(replace(good, data=NEXT)) == ""
    assert wrong_packet(keyframe_request(ANN, BOB)) == wrong_packet(report(ANN, BOB, 0, 0, 0)) == ""
    huge = ALONE[:6] + b"\xff\x3f\xff\x3f"
    for wrong in (
        {"kind": "x"}, {"number": 0}, {"at": math.nan}, {"position": math.inf}, {"data": b""},
        {"data": b"\x10\0\0" + b"x" * 20}, {"data": huge}, {"data": ALONE + b"x" * 2**21},
        {"kind": "wish"}, {"lag": 1e300},
    ):  # fmt: skip
        assert wrong_packet(replace(good, **wrong)), wrong


def test_the_ladder_goes_down_at_once_and_up_with_patience() -> None:
    ladder = levels(720, 30)
    assert [level.bits for level in ladder] == sorted((level.bits for level in ladder), reverse=True)
    adaptation = BitrateAdaptation(ladder)
    adaptation.report(ANN, 0.0, 0.0, 0.1, 0.0)
    assert not adaptation.look(0.0)
    adaptation.report(BOB, 0.3, 0.0, 0.1, 1.0)
    assert adaptation.look(1.0)
    assert adaptation.place == 1
    adaptation.report(BOB, 0.3, 0.0, 0.1, 1.5)
    assert not adaptation.look(1.5)  # too soon to know
    adaptation.report(BOB, 0.3, 0.0, 0.1, 3.0)
    assert adaptation.look(3.0)
    now = 4.0
    while adaptation.place == 2:
        adaptation.report(BOB, 0.0, 0.1, 0.1, now)
        adaptation.look(now)
        now += 1.0
    assert now - 4.0 >= 8.0
    adaptation.report(BOB, 0.0, 2.0, 0.1, now)
    assert adaptation.look(now + 1)  # that was too much: the next time it waits longer
    raised = now + 2
    while adaptation.place == 2:
        adaptation.report(BOB, 0.0, 0.1, 0.1, raised)
        adaptation.look(raised)
        raised += 1.0
    assert raised - now >= 16.0
    for second in range(100):
        adaptation.report(BOB, 1.0, 9.0, 5.0, raised + 2.0 * second)
        adaptation.look(raised + 2.0 * second)
    assert adaptation.level == ladder[-1]


def test_a_middling_report_changes_nothing() -> None:
    adaptation = BitrateAdaptation(levels(720, 30))
    adaptation.place = 2
    for second in range(200):
        adaptation.report(BOB, 0.05, 0.3, 0.7, second)
        assert not adaptation.look(second)


def test_pictures_keep_their_proportions_and_are_never_enlarged() -> None:
    level = Level(360, 30, 1)
    assert size_at(level, 1280, 720) == (640, 360)
    assert size_at(level, 1080, 1920) == (202, 360)
    assert size_at(level, 3000, 300) == (640, 64)
    assert size_at(level, 101, 51) == (100, 50)
    assert size_at(level, 1, 1) == (2, 2)


def test_frames_are_followed_from_one_that_stands_alone_and_across_losses() -> None:
    watch, stream = Reception(), uuid4()
    packet = frame(ANN, stream, 1, 100.0, 0.0, NEXT)
    assert not watch.take(packet, 0.0)
    watch.follow(stream)
    assert not watch.take(replace(packet, number=5), 0.0)
    assert watch.take(replace(packet, number=6, data=ALONE), 0.01)
    assert watch.take(replace(packet, number=7), 0.02)
    assert not watch.take(replace(packet, number=7), 0.02)  # once is enough
    assert not watch.take(replace(packet, number=9), 0.9)
    assert watch.needs_key
    assert watch.take(replace(packet, number=10, data=ALONE), 0.91)
    told = watch.keeping_up(0, 0.1)
    assert told is not None
    lost, lag, busy = told
    assert lost == pytest.approx(1 / 6)
    assert lag == pytest.approx(0.91)
    assert busy == 0.1
    assert watch.keeping_up(0, 0.1) is None  # nothing came
    for number in (11, 12, 13):
        watch.take(replace(packet, number=number, at=100.0 + number), float(number))
        told = watch.keeping_up(0, 0.1)
    assert told is not None  # every third time, even when all is well


def change(kind: str, by: UUID, **more: Any) -> dict[str, Any]:
    plain = {
        "kind": kind, "by": by, "whom": None, "name": "", "place": None, "beats": 0, "stream": None,
        "source": "", "title": "", "duration": 0.0, "playing": False, "position": 0.0,
    }  # fmt: skip
    return plain | more


def a_control() -> FloorControl:
    control = FloorControl()
    for name, who in (("Ann", ANN), ("Bob", BOB), ("Cid", CID)):
        control.apply(change("here", who, name=name))
    return control


def test_one_shows_at_a_time_and_hands_over_when_asked() -> None:
    control, stream = a_control(), uuid4()
    begin = change("begin", ANN, stream=stream, source="film", title="x", duration=60.0, playing=True)
    control.apply(begin)
    for wrong in (
        begin | {"by": BOB}, change("stop", BOB), change("ask", ANN), change("hand over", ANN, whom=BOB),
        begin | {"source": "x"}, begin | {"duration": math.inf}, begin | {"title": "x" * 201},
        begin | {"stream": None}, change("ask", uuid4()),
        change("play", BOB, stream=uuid4()), change("play", BOB, stream=stream, position=math.nan),
    ):  # fmt: skip
        with pytest.raises(RefusedChangeError):
            control.apply(wrong)
    control.apply(change("play", BOB, stream=stream, playing=False, position=500.0))
    assert control.showing is not None
    assert (control.showing.playing, control.showing.position) == (False, 60.0)
    control.apply(change("ask", BOB))
    control.apply(change("ask", CID))
    control.apply(change("deny", ANN, whom=CID))
    control.apply(change("hand over", ANN, whom=BOB))
    after = control.state()
    assert (after["showing"], after["promised"], after["why"]) == (None, BOB, "handed over")
    with pytest.raises(RefusedChangeError, match="the turn of Bob"):
        control.apply(begin | {"by": CID})
    assert FloorControl.of(control.state()).state() == control.state()
    control.apply(begin | {"by": BOB, "stream": uuid4()})
    control.apply(change("ask", CID))
    control.apply(change("bye", BOB))
    assert (control.last, control.why, control.promised) == ("Bob", "gone", CID)
    control.apply(change("withdraw", CID))
    assert control.promised is None


def brightness(found: tuple[Any, float] | None) -> int:
    assert found is not None
    return int(bytes(found[0].reformat(format="yuv420p").planes[0])[0])


def test_a_film_is_read_and_moved_about_in(tmp_path: Path) -> None:
    film = Film(a_film(tmp_path / "film.webm"))
    assert film.duration == pytest.approx(2.0, abs=0.1)
    assert (film.width, film.height) == (160, 90)
    first = film.read()
    assert first is not None
    assert first[1] == 0
    film.seek(1.5)
    found = film.read()
    assert found is not None
    assert found[1] == pytest.approx(1.5, abs=0.05)
    assert brightness(found) == pytest.approx(170, abs=12)
    film.seek(0.0)
    assert brightness(film.read()) == pytest.approx(20, abs=12)
    while film.read() is not None:
        pass
    film.close()


@pytest.mark.parametrize(("degrees", "size"), [(0, (64, 32)), (-90, (32, 64)), (90, (32, 64)), (180, (64, 32))])
def test_a_film_that_lies_on_its_side_is_put_upright(tmp_path: Path, degrees: int, size: tuple[int, int]) -> None:
    path = tmp_path / "film.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=10)
        assert isinstance(stream, VideoStream)
        stream.width, stream.height, stream.pix_fmt = 64, 32, "yuv420p"
        stream.set_display_rotation(degrees)
        frame = av.VideoFrame(64, 32, "yuv420p")
        light, *others = frame.planes
        light.update((b"\xf0" * 32 + b"\x10" * (light.line_size - 32)) * 32)  # bright on the left
        for plane in others:
            plane.update(b"\x80" * plane.buffer_size)
        for number in range(3):
            frame.pts, frame.time_base = number, Fraction(1, 10)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    film = Film(path)
    found = film.read()
    assert found is not None
    seen = found[0]
    assert (seen.width, seen.height) == size
    first = bytes(seen.planes[0])[0] > 128  # what is at the top on the left
    assert first is (degrees in (0, -90))
    film.close()


@pytest.mark.parametrize(
    "content",
    [
        b"", b"hello", b"#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n",
        b"ffconcat version 1.0\nfile /etc/passwd\n", b"\x1aE\xdf\xa3" + b"\xff" * 200,
        b'<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>',
    ],
)  # fmt: skip
def test_what_is_no_film_is_refused_in_words(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(content)
    with pytest.raises(SourceError, match=r"cannot be read|no pictures"):
        Film(path)


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(SourceError, match="not there any more"):
        open_source("film", "/nowhere/film.mp4", 30)
    with pytest.raises(SourceError, match="nobody can show"):
        open_source("x", "", 30)
    with pytest.raises(SourceError, match="no camera here; plug one in"):
        open_source("camera", "/dev/null", 30)


def test_a_screen_that_nobody_may_see_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    with pytest.raises(SourceError, match="Wayland"):
        open_source("screen", "", 30)
    monkeypatch.delenv("WAYLAND_DISPLAY")
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(SourceError, match="no screen here"):
        open_source("screen", "", 30)


def test_a_camera_is_opened_in_a_size_that_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no camera on most machines that test: another device of the same library stands for it."""
    opened, asked = sources._opened, []

    def device(what: str, kind: str | None, options: dict[str, str] | None = None) -> Any:
        asked.append((what, kind, options))
        if options:
            raise SourceError("it knows no such size")
        return opened("testsrc2=size=352x288:rate=30", "lavfi")

    monkeypatch.setattr(sources, "_opened", device)
    monkeypatch.setattr(sources, "cameras", lambda: ["/dev/video7"])
    camera = open_source("camera", "/dev/video7", 30)
    assert [kind for _, kind, _ in asked] == ["v4l2", "v4l2"]
    assert camera.paced
    found = camera.read()
    assert found is not None
    assert (found[0].width, found[0].height) == (352, 288)
    camera.close()


@pytest.mark.display
def test_the_screen_is_captured() -> None:
    screen = open_source("screen", "", 30)
    found = screen.read()
    assert found is not None
    assert found[0].width == screen.width > 100
    screen.close()


class Rig:
    """A streamer, and what it tells."""

    def __init__(self, open_it: Callable[[], Source], level: Level) -> None:
        self.news: Queue[News] = Queue()
        self.streamer = Streamer(open_it, level, self.news.put)
        self.streamer.start()

    def next(self, kind: type[Any]) -> Any:
        while True:
            news = self.news.get(timeout=20)
            if isinstance(news, EncodedFrame):
                self.streamer.sent()
            if isinstance(news, kind):
                return news
            assert not isinstance(news, SourceEnded) or not news.reason, news

    def end(self) -> None:
        self.streamer.stop()
        assert self.streamer.join(20)


def test_frames_come_at_their_time_and_a_new_one_for_whoever_comes(tmp_path: Path) -> None:
    film = a_film(tmp_path / "film.webm")
    rig = Rig(lambda: Film(film), Level(90, 20, 200_000))
    assert rig.next(SourceOpened).duration == pytest.approx(2.0, abs=0.1)
    first = rig.next(EncodedFrame)
    assert is_keyframe(first.data)
    assert (first.width, first.height) == (160, 90)
    rig.next(EncodedFrame)
    rig.streamer.play(False, 1.0)
    while (found := rig.next(EncodedFrame)).position < 0.95:
        pass
    assert found.position == pytest.approx(1.0, abs=0.06)
    with pytest.raises(Empty):
        rig.news.get(timeout=0.3)  # it stands still
    rig.streamer.want_key()
    again = rig.next(EncodedFrame)
    assert is_keyframe(again.data)
    assert again.position == found.position
    rig.streamer.set_level(Level(44, 20, 100_000))
    rig.streamer.play(True)
    small = rig.next(EncodedFrame)
    assert is_keyframe(small.data)
    assert small.height == 44
    rig.next(SourceEnded)
    rig.streamer.play(True, 0.0)  # from the beginning
    assert rig.next(EncodedFrame).position < 0.5
    rig.end()


def test_whoever_does_not_take_frames_gets_fewer(tmp_path: Path) -> None:
    film = a_film(tmp_path / "film.webm")
    news: Queue[News] = Queue()
    streamer = Streamer(lambda: Film(film), Level(90, 20, 200_000), news.put)
    streamer.start()
    found = []
    while not isinstance(each := news.get(timeout=20), SourceEnded):
        found.append(each)
    assert sum(isinstance(each, EncodedFrame) for each in found) == 6
    streamer.stop()
    assert streamer.join(20)


def test_what_cannot_be_opened_is_told() -> None:
    def wrong() -> Source:
        raise SourceError("broken")

    rig = Rig(wrong, Level(90, 20, 200_000))
    assert rig.news.get(timeout=20) == SourceEnded("broken")
    rig.end()


def encoded_frames(path: Path) -> list[bytes]:
    rig = Rig(lambda: Film(path), Level(90, 20, 200_000))
    found = [rig.next(EncodedFrame).data for _ in range(15)]
    rig.end()
    return found


def test_frames_are_decoded_and_the_latest_is_shown(tmp_path: Path) -> None:
    frames = encoded_frames(a_film(tmp_path / "film.webm"))
    shown: Queue[DecodedFrame] = Queue()
    lost: Queue[None] = Queue()
    decoder = Decoder(shown.put, lambda: lost.put(None))
    decoder.give(ReceivedFrame(2, 0.0, 0.0, frames[1]))  # needs one that never came
    decoder.room = (80, 80)
    for number, data in enumerate(frames[:10], 1):
        decoder.give(ReceivedFrame(number, 0.0, float(number), data))
    while (picture := shown.get(timeout=20)).position < 10:
        pass
    assert (picture.width, picture.height, picture.full) == (80, 44, (160, 90))
    assert len(picture.pixels) >= picture.stride * picture.height
    assert picture.pixels[0] > 20  # brighter than the first one
    decoder.give(ReceivedFrame(16, 0.0, 16.0, ALONE + b"\xff" * 500))
    lost.get(timeout=20)
    decoder.give(ReceivedFrame(17, 0.0, 17.0, frames[0]))
    assert shown.get(timeout=20).position == 17
    decoder.stop()


def test_whoever_is_far_behind_begins_anew(tmp_path: Path) -> None:
    frames = encoded_frames(a_film(tmp_path / "film.webm"))
    lost: Queue[None] = Queue()
    shown: Queue[DecodedFrame] = Queue()
    decoder = Decoder(shown.put, lambda: lost.put(None))
    with decoder._news:  # the thread cannot take anything
        for number in range(14):
            decoder.give(ReceivedFrame(number + 1, 0.0, 0.0, frames[min(number, 14)]))
        assert not decoder._waiting
        assert decoder.dropped >= 13
    lost.get(timeout=20)
    decoder.give(ReceivedFrame(20, 0.0, 20.0, frames[0]))
    assert shown.get(timeout=20).position == 20
    decoder.stop()
