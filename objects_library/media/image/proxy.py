# SPDX-License-Identifier: BSD-3-Clause
"""The shared picture: everybody can replace, rotate and describe it."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from typing import Annotated, Any

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, Label, live_object, type_name, wrapper_of
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.values.image_formats import ImageFacts, facts_of, wrong_picture

LONGEST_TITLE = 200
LONGEST_DESCRIPTION = 2_000
LARGEST_INITIAL = 160 * 1024
"""Bytes of a picture in the reference; encoded as text it must fit into a folder."""
_LONGEST_NAME = 100


@type_name("ImageChange")
@dataclass(frozen=True)
class ImageChange:
    """Sets, describes, rotates or removes the picture."""

    kind: str
    by: str
    title: str
    description: str
    turns: int
    digest: str
    data: bytes


@type_name("ImageState")
@dataclass(frozen=True)
class ImageState:
    """The encoded picture, its SHA-256, who set it, and how to show it."""

    by: str
    title: str
    description: str
    turns: int
    digest: str
    data: bytes


_CHANGE = wrapper_of(ImageChange)
_STATE = wrapper_of(ImageState)
_NOTHING = ImageState("", "", "", 0, "", b"")


@live_object("2c31af8a6a58eae655341168ef24e2ae", name="Image", group="Media", limits="up to 32 MiB, 64 million pixels")
class SharedImage:
    """A picture that everyone sees; drop, paste or choose another one, and everyone has that."""

    image = Endpoint(provides={"merge": "last writer per part"})
    texture = Endpoint(provides={"merge": "last writer"})
    content = Endpoint(name="picture", words="the picture in {name}")
    shows = Endpoint(words="{name} shows {what}")

    def __init__(
        self,
        Channel: ChannelReference[ImageChange, ImageState],
        context: Context,
        initial: Annotated[bytes, Label("The picture at first: PNG, JPEG, GIF or WebP")] = b"",
        title: Annotated[str, Label("Its title at first")] = "",
        description: Annotated[str, Label("What is to be seen on it, in words")] = "",
    ) -> None:
        self._context = context
        self._first = _first(initial, title, description)
        self._now = _NOTHING
        self._facts: ImageFacts | None = None
        self._checked = ""
        """The digest of the last verified picture."""
        self._wanted: bytes | None = None
        self._wired: ImageState | None = None
        self._replica = Replica(context, Channel, self, started=self._begin, refused=self._not_sent, causes=True)

    @content.connected
    def offer_picture_again(self) -> None:
        """Send the picture to a new wire."""
        self.offer_picture((self._shown.data or None) if self._whole else None, self._replica.cause.repeated())

    @content.outgoing("value")
    def offer_picture(self, value: bytes | None, cause: Cause) -> None:
        """The encoded picture, for wires."""

    @shows.incoming("value")
    def show_wired(self, value: bytes | None, cause: Cause) -> None:
        """Show the picture that a wire offers, instead of the one that was put there."""
        if value != self._wanted and (value is None or not wrong_picture(value)):
            self._wanted = value
            self._context.spawn(self._show_wired(value, cause))

    @shows.disconnected
    def forget_wired(self) -> None:
        """Show the picture that was put there again."""
        if not self.shows.connected and self._wanted is not None:
            self._wanted = self._wired = None
            self._look()

    async def _show_wired(self, data: bytes | None, cause: Cause) -> None:
        digest = "" if data is None else await asyncio.to_thread(_digest, data)
        if self._wanted is data:
            self._wired = None if data is None else ImageState("", "", "", 0, digest, data)
            self._look()
            self.offer_picture(self._shown.data or None, cause)

    @property
    def _shown(self) -> ImageState:
        return self._now if self._wired is None else self._wired

    @image.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        if self._replica.live and self._whole:
            self._notify()

    @texture.connected
    def show_texture(self) -> None:
        """Send the picture to a client that connects."""
        if self._replica.live and self._whole:
            self._send_texture_to_all()

    @image.incoming
    def put(self, title: str, data: bytes) -> None:
        """Replace the picture."""
        if problem := wrong_picture(data):
            self.refused(problem)
            return
        self._context.spawn(self._send_picture(title[:LONGEST_TITLE], data))

    @image.incoming
    def describe(self, title: str, description: str) -> None:
        """Set title and description."""
        self._send("describe", title=title, description=description)

    @image.incoming
    def turn(self, turns: int) -> None:
        """Set the rotation, in quarter turns clockwise."""
        self._send("turn", turns=turns % 4)

    @image.incoming
    def clear(self) -> None:
        """Remove the picture."""
        self._send("clear")

    @image.outgoing
    def picture(self, by: str, title: str, digest: str, media: str, data: bytes) -> None:
        """The encoded picture; the data is empty without one."""

    @image.outgoing
    def described(self, title: str, description: str) -> None:
        """Title and description."""

    @image.outgoing
    def turned(self, turns: int) -> None:
        """The rotation."""

    @image.outgoing
    def refused(self, reason: str) -> None:
        """A request was refused."""

    @texture.outgoing("texture")
    def send_texture(self, media: str, turns: int, data: bytes) -> None:
        """The encoded picture and its media type, for objects that paint it."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change, in all copies alike."""
        update: ImageChange = _CHANGE.lift(change)
        if problem := _wrong(update):
            raise RefusedChangeError(problem)
        now = self._now
        if update.kind == "describe":
            self._now = ImageState(now.by, update.title, update.description, now.turns, now.digest, now.data)
            self.described(update.title, update.description)
        elif update.kind == "turn":
            self._now = ImageState(now.by, now.title, now.description, update.turns, now.digest, now.data)
            self.turned(update.turns)
            if self._whole:
                self._send_texture_to_all()
        elif update.kind == "clear":
            self._now = _NOTHING
            self._look()
        else:
            self._now = ImageState(update.by, update.title, "", 0, update.digest, update.data)
            self._look()

    def give_state(self) -> Any:
        """The picture, and how to show it."""
        return _STATE.lower(self._now)

    def take_state(self, state: Any) -> None:
        """Start from the state of another copy, or from the reference."""
        given: ImageState = self._first if state is None else _STATE.lift(state)
        fine = not given.data or not wrong_picture(given.data)
        self._now = given if fine and not _wrong_words(given.title, given.description) else _NOTHING
        self._facts = None
        self._checked = ""

    @property
    def _whole(self) -> bool:
        return self._wired is not None or not self._now.data or self._checked == self._now.digest

    def _begin(self) -> None:
        self._look()
        self.offer_picture_again()

    def _look(self) -> None:
        """Show the file after its digest has been checked."""
        self._facts = facts_of(self._shown.data) if self._shown.data else None
        if self._whole:
            self._notify_all()
        else:
            self._context.spawn(self._check(self._now))

    async def _check(self, wanted: ImageState) -> None:
        found = await asyncio.to_thread(_digest, wanted.data)
        if self._now.digest != wanted.digest:
            return  # a newer file has arrived meanwhile
        if found != wanted.digest:
            self.picture(wanted.by, wanted.title, "", "", b"")
            self.refused("the picture was damaged on its way; put it there again")
            return
        self._checked = found
        if self._wired is None:
            self._notify_all()

    def _notify_all(self) -> None:
        self._notify()
        self._send_texture_to_all()
        if self._wired is None:
            self.offer_picture(self._now.data or None, self._replica.cause)

    def _notify(self) -> None:
        now = self._shown
        self.picture(now.by, now.title, now.digest, self._facts.media if self._facts else "", now.data)
        self.described(now.title, now.description)
        self.turned(now.turns)

    def _send_texture_to_all(self) -> None:
        self.send_texture(self._facts.media if self._facts else "", self._shown.turns, self._shown.data)

    async def _send_picture(self, title: str, data: bytes) -> None:
        digest = await asyncio.to_thread(_digest, data)
        self._send("put", title=title, digest=digest, data=data)

    def _send(
        self, kind: str, *, title: str = "", description: str = "", turns: int = 0, digest: str = "", data: bytes = b""
    ) -> None:
        name = self._context.node_name[:_LONGEST_NAME]
        change = ImageChange(kind, name, title, description, turns, digest, data)
        if problem := _wrong(change):
            self.refused(problem)
            return
        self._replica.send(_CHANGE.lower(change))

    def _not_sent(self, reason: str) -> None:
        self.refused(reason)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _first(initial: bytes, title: str, description: str) -> ImageState:
    """The first picture of the reference; an invalid one is an error of the reference."""
    if initial and (problem := wrong_picture(initial)):
        raise ValueError(problem)
    if len(initial) > LARGEST_INITIAL:
        limit = LARGEST_INITIAL // 1024
        raise ValueError(f"a reference carries at most {limit} KB of a picture; put it there when it runs")
    if problem := _wrong_words(title, description):
        raise ValueError(problem)
    return ImageState("", title, description, 0, _digest(initial) if initial else "", initial)


def _wrong_words(title: str, description: str) -> str:
    if len(title) > LONGEST_TITLE:
        return f"a title has at most {LONGEST_TITLE} characters"
    if len(description) > LONGEST_DESCRIPTION:
        return f"a description has at most {LONGEST_DESCRIPTION:,} characters"
    return ""


def _wrong(change: ImageChange) -> str:
    """Why a change is invalid in any state; empty if it is not."""
    if len(change.by) > _LONGEST_NAME:
        return "a name that long is nobody's"
    if change.kind not in ("put", "describe", "turn", "clear"):
        return f"nobody knows the change {change.kind[:20]!r}"
    if change.turns not in range(4):
        return "a picture is turned by none to three quarters"
    if problem := _wrong_words(change.title, change.description):
        return problem
    if change.kind != "put":
        return "only a new picture has data" if change.data else ""
    if len(change.digest) != 64 or set(change.digest) - set("0123456789abcdef"):
        return "a picture comes with its SHA-256"
    return wrong_picture(change.data)
