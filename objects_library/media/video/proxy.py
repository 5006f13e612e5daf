# SPDX-License-Identifier: BSD-3-Clause
"""The video: one person presents a film, a camera, the screen or a test picture."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from uuid import UUID

from app.runtime.library import (
    Channel,
    ChannelReference,
    Choice,
    Context,
    Endpoint,
    File,
    Label,
    ObjectReference,
    Range,
    live_object,
)
from app.runtime.trust import NotAllowedError, Permission, Question
from objects_library.media.video.broadcast import Broadcast
from objects_library.media.video.floor_control import LONGEST_TITLE, FloorControl, VideoChange, VideoState
from objects_library.media.video.frame_channel import FrameChannel
from objects_library.media.video.packets import VideoPacket
from objects_library.media.video.sources import SourceError, screen_name
from objects_library.replication.heartbeat import Heartbeat
from objects_library.replication.replica import RefusedChangeError, Replica

_LEASE = 10.0
_SAME_PLACE = 0.4
"""Seconds of tolerance: viewers see a film slightly later than the presenter."""


@dataclass(frozen=True)
class FloorRequest:
    """Somebody who asks to present."""

    id: UUID
    name: str


@live_object("1b71fd22350824c289333ce47b93f45d", name="Video", group="Media", limits="up to 1,920 pixels a side")
class SharedVideo:
    """One person shows a film, a camera or the screen, and everyone sees it, as well as they manage to."""

    video = Endpoint(provides={"merge": "first writer"})

    def __init__(
        self,
        Channel: ChannelReference[VideoChange, VideoState],
        Frames: ObjectReference[Channel[VideoPacket]],
        context: Context,
        source: Annotated[str, Choice("nothing", "test", "film"), Label("What is shown when nobody does")] = "nothing",
        film: Annotated[str, File("Films (*.mp4 *.webm *.mkv *.mov *.avi)"), Label("Its film")] = "",
        height: Annotated[int, Range(180, 1080), Label("At most so many pixels high")] = 720,
        rate: Annotated[float, Range(5, 30), Label("Frames per second")] = 30.0,
    ) -> None:
        self._context = context
        self._auto, self._film = "" if source == "nothing" else source, film
        self._height, self._rate = max(180, min(1080, height)), max(5.0, min(30.0, rate))
        self._control = FloorControl()
        self._show: Broadcast | None = None
        self._wanted: tuple[str, str] | None = None
        self._published: tuple[object, ...] = ()
        self._heartbeat = Heartbeat(
            context, lambda: self._replica, lambda: self._control.membership, self._on_duty, _LEASE, _nothing_shown
        )
        self._replica = Replica(
            context, Channel, self, started=self._start, refused=self.refused, noticed=self._heartbeat.noticed
        )
        self._frames = FrameChannel(
            context,
            Frames,
            self._heartbeat.me,
            lambda packet: self.frame(packet.number, packet.at, packet.position, packet.data),
            self._handle_report,
        )
        context.at_end(self._end_show)

    # Actions of the user

    @video.connected
    def come(self) -> None:
        """Send the present state to a client that connects."""
        self._published = ()
        self._compare()
        self._frames.come()

    @video.disconnected
    def go(self) -> None:
        """Remove a viewer."""
        self._frames.go()

    @video.incoming
    def show(self, source: str, detail: str) -> None:
        """Present a film (path), a camera (device), the screen, or a test picture; or ask to."""
        self._context.spawn(self._want(source, detail))

    @video.incoming
    def stop(self) -> None:
        """Stop presenting, or withdraw the request."""
        self._wanted = None
        showing = self._control.showing
        if showing is not None and showing.by == self._heartbeat.me:
            self._heartbeat.send("stop")
        else:
            self._heartbeat.send("withdraw")
            self._end_show()

    @video.incoming
    def hand_over(self, whom: UUID) -> None:
        """Hand over to another person."""
        self._heartbeat.send("hand over", whom)

    @video.incoming
    def deny(self, whom: UUID) -> None:
        """Deny a request."""
        self._heartbeat.send("deny", whom)

    @video.incoming
    def play(self, playing: bool, position: float) -> None:
        """Play or pause the film at a position in seconds, for everyone."""
        showing = self._control.showing
        if showing is not None:
            again = playing and showing.duration and position > showing.duration - 0.1
            self._heartbeat.send("play", stream=showing.stream, playing=playing, position=0.0 if again else position)

    @video.incoming
    def watched(self, dropped: int, busy: float) -> None:
        """Report, about once a second, how many frames were dropped and the share of time for decoding."""
        self._frames.send_report(dropped, busy)

    @video.incoming
    def lost(self) -> None:
        """Request a key frame."""
        self._frames.restart()

    # Outgoing events

    @video.outgoing
    def shown(
        self, by: str, mine: bool, source: str, title: str, duration: float, playing: bool, position: float
    ) -> None:
        """Somebody presents a stream."""

    @video.outgoing
    def nothing(self, last: str, why: str) -> None:
        """Nobody presents; the last presenter has `stopped`, `handed over`, or is `gone`."""

    @video.outgoing
    def frame(self, number: int, at: float, position: float, data: bytes) -> None:
        """An encoded frame (VP8); the first one after `shown` or a loss is a key frame."""

    @video.outgoing
    def wishes(self, wishes: list[FloorRequest], waiting: bool) -> None:
        """Who asks to present, and whether this copy is waiting."""

    @video.outgoing
    def quality(self, height: int, rate: float, bits: int, best: bool) -> None:
        """The quality sent from here, and whether it is the best."""

    @video.outgoing
    def refused(self, reason: str) -> None:
        """A request was refused."""

    # Shared state

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change, and act on it."""
        mine = change["by"] == self._heartbeat.me
        try:
            self._control.apply(change)
        except RefusedChangeError as error:
            if mine and change["kind"] in ("begin", "ask", "play", "hand over"):
                self._not_done(change["kind"], str(error))
            raise
        self._heartbeat.observe(change)
        if change["kind"] == "play" and self._show is not None:
            showing = self._control.showing
            if showing is not None and showing.stream == self._show.stream:
                self._show.play(showing.playing, showing.position, _SAME_PLACE)
        if change["kind"] == "here" and self._show is not None:
            self._show.want_key()
        self._compare()

    def give_state(self) -> dict[str, Any]:
        """Members and the stream shown."""
        return self._control.state()

    def take_state(self, state: dict[str, Any] | None) -> None:
        """Start from the state of another copy."""
        self._control = FloorControl() if state is None else FloorControl.of(state)

    def _start(self) -> None:
        self._heartbeat.arrive()
        self._compare()
        if self._auto == "film" and self._film:
            self._context.spawn(self._want_own_film())

    def _on_duty(self) -> list[UUID]:
        return [] if self._control.showing is None else [self._control.showing.by]

    def _compare(self) -> None:
        """Compare with the former state, and act on differences."""
        control, me = self._control, self._heartbeat.me
        showing = control.showing
        if self._show is not None and self._show.begun and (showing is None or showing.stream != self._show.stream):
            self._end_show()
        if showing is not None and self._show is not None and showing.stream == self._show.stream:
            self._show.begin()
        if showing is None:
            if self._frames.stream is not None:
                self._frames.follow(None, None)
        elif showing.stream != self._frames.stream:
            self._frames.follow(showing.by, showing.stream)
        self._notify()
        if not self._replica.live or not self._replica.writable or showing is not None or self._show is not None:
            return
        if control.promised == me and self._wanted is None:
            self._heartbeat.send("withdraw")
        elif self._wanted is not None and control.promised in (None, me):
            self._open()
        elif self._auto == "test" and self._is_first and control.promised is None and control.why in ("", "gone"):
            self._wanted = "test", ""
            self._open()

    @property
    def _is_first(self) -> bool:
        return next(iter(self._control.membership.parts), None) == self._heartbeat.me

    def _notify(self) -> None:
        control, me = self._control, self._heartbeat.me
        showing = control.showing
        published = (showing, control.last, control.why, tuple(control.wishes), control.promised)
        if published == self._published or not self._replica.live:
            return
        self._published = published
        if showing is None:
            self.nothing(control.last, control.why)
        else:
            self.shown(
                showing.name, showing.by == me, showing.source, showing.title,
                showing.duration, showing.playing, showing.position,
            )  # fmt: skip
        wishes = [FloorRequest(each, control.name_of(each)) for each in control.wishes]
        self.wishes(wishes, me in control.wishes)

    # Presenting

    async def _want(self, source: str, detail: str) -> None:
        try:
            if source == "screen":
                await self._permit(f"screen {screen_name()}", "screen")
            elif source == "camera":
                await self._permit(detail, f"camera {detail}")
        except (NotAllowedError, SourceError) as error:
            self.refused(str(error))
            return
        showing = self._control.showing
        if showing is not None and showing.by != self._heartbeat.me:
            self._wanted = source, detail
            self._heartbeat.send("ask")
            return
        self._end_show()  # the former stream of this copy
        self._wanted = source, detail
        if self._replica.live:
            self._open()

    async def _permit(self, what: str, title: str) -> None:
        await self._context.permit(Question(Permission.DEVICES, what, title=title))

    async def _want_own_film(self) -> None:
        """Present the film of the reference, if that is allowed."""
        path = Path(self._film)
        if not await asyncio.to_thread(path.is_file) or self._control.showing is not None:
            return
        try:
            question = Question(Permission.READ_FILES, str(path), title=f"{path.name}, to show it to the others")
            await self._context.permit(question)
        except NotAllowedError as error:
            self.refused(str(error))
            return
        if self._wanted is None:
            self._wanted = "film", str(path)
            self._compare()

    def _open(self) -> None:
        assert self._wanted is not None
        source, detail = self._wanted
        self._show = Broadcast(self._context, self._heartbeat.me, source, detail, self._height, self._rate)
        self._show.on_opened = self._opened
        self._show.on_ended = self._ended
        self._show.on_frame = self._frames.send
        self._show.on_level = self.quality
        self._show.start()

    def _opened(self, show: Broadcast) -> None:
        if show is self._show:
            title = Path(show.detail).name[:LONGEST_TITLE] if show.source == "film" else ""
            self._heartbeat.send(
                "begin", stream=show.stream, source=show.source, title=title, duration=show.duration, playing=True
            )

    def _ended(self, show: Broadcast, reason: str) -> None:
        """Handle the end of a film or of a source."""
        if show is not self._show:
            return
        if not reason:
            self._heartbeat.send("play", stream=show.stream, playing=False, position=show.duration)
            return
        self.refused(reason)
        self._wanted = None
        self._end_show()
        showing = self._control.showing
        mine = showing is not None and showing.by == self._heartbeat.me
        self._heartbeat.send("stop" if mine else "withdraw")

    def _not_done(self, kind: str, reason: str) -> None:
        if kind == "begin":
            self._end_show()
            if self._wanted is not None and self._wanted[0] != self._auto:
                self._heartbeat.send("ask")  # somebody else was faster
            return
        if kind == "ask":
            self._compare()
            return
        self.refused(reason)

    def _end_show(self) -> None:
        if self._show is not None:
            show, self._show = self._show, None
            if show.begun:
                self._wanted = None
            show.stop()

    def _handle_report(self, packet: VideoPacket) -> None:
        """Handle a request or report of a viewer."""
        if self._show is None or packet.stream != self._show.stream:
            return
        if packet.kind == "wish":
            self._show.want_key()
        else:
            self._show.report(packet.by, packet.lost, packet.lag, packet.busy)


def _nothing_shown() -> dict[str, Any]:
    """Default values of the fields of a change."""
    return {"stream": None, "source": "", "title": "", "duration": 0.0, "playing": False, "position": 0.0}
