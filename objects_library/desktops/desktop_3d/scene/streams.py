# SPDX-License-Identifier: BSD-3-Clause
"""Streams of coordinates that things follow; each is connected once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from app.errors import one_line
from app.runtime.library import Context
from app.runtime.references import Reference, identity
from app.runtime.types import EndpointType, ObjectType, TemplateType, dual, match, parse_type
from objects_library.desktops.desktop_3d.scene.interpolation import Pose
from objects_library.desktops.desktop_3d.things import Thing
from objects_library.values.coordinates import NUMBERS, unpacked, wrong_batch

_RECEIVER = parse_type(
    "endpoint{ in moved({at: float, model: text, names: list[text], places: bytes}); in forgotten(list[text]) }"
)
_ENDPOINT = "positions"


def is_stream(given: ObjectType | TemplateType) -> bool:
    """Whether objects of a type send positions."""
    offered = given.endpoint(_ENDPOINT) if isinstance(given, ObjectType) else None
    return offered is not None and isinstance(_RECEIVER, EndpointType) and bool(match(_RECEIVER, offered))


class _Stream:
    def __init__(self) -> None:
        self.followers: dict[UUID, Thing] = {}
        self.latest: dict[str, tuple[str, Pose]] = {}
        self.proxy: Any = None
        self.under_way = False
        self.failed = ""


class Streams:
    """Which thing follows which stream; `notify` receives thing, name in the stream, model and pose."""

    def __init__(
        self,
        context: Context,
        notify: Callable[[Thing, str, str, Pose], None],
        changed: Callable[[], None],
        gone: Callable[[Thing, str], None],
        failed: Callable[[Thing, str], None],
    ) -> None:
        self._context = context
        self._notify, self._changed, self._gone, self._failed = notify, changed, gone, failed
        self._streams: dict[object, _Stream] = {}
        self._of: dict[UUID, object] = {}
        self.received = 0
        """How many positions were received."""

    def follow(self, thing: Thing) -> None:
        """Let a thing follow its stream, and no other."""
        wanted = identity(thing.stream[0]) if thing.stream else None
        before = self._of.get(thing.item)
        if before is not None and before != wanted:
            self.leave(thing.item)
        if wanted is None:
            return
        stream = self._streams.setdefault(wanted, _Stream())
        stream.followers[thing.item] = thing
        self._of[thing.item] = wanted
        if stream.proxy is None and not stream.under_way:
            stream.under_way = True
            self._context.spawn(self._join(wanted, stream, thing.stream[0]))
        elif stream.failed:
            self._failed(thing, stream.failed)
        for name, (model, pose) in stream.latest.items():
            self._pass_on(thing, name, model, pose)

    def leave(self, item: UUID) -> None:
        """Stop following; streams without followers are closed."""
        wanted = self._of.pop(item, None)
        stream = self._streams.get(wanted) if wanted is not None else None
        if stream is None:
            return
        stream.followers.pop(item, None)
        if not stream.followers and not stream.under_way:
            del self._streams[wanted]
            if stream.proxy is not None:
                stream.proxy.close()

    def names(self, thing: Thing) -> list[str]:
        """The names that a thing could follow."""
        wanted = self._of.get(thing.item)
        return sorted(self._streams[wanted].latest) if wanted in self._streams else []

    async def _join(self, wanted: object, stream: _Stream, reference: Reference) -> None:
        try:
            if not is_stream(self._context.type_of(reference)):
                raise ValueError("it is no stream of coordinates")
            proxy = await self._context.dereference(reference)
            outer = proxy.endpoint(_ENDPOINT)
            inner = dual(outer.type)
            assert isinstance(inner, EndpointType)
            end = self._context.new_endpoint(
                inner,
                moved=lambda batch: self._moved(stream, batch),
                forgotten=lambda names: self._forgotten(stream, names),
            )
            stream.proxy = proxy
            self._context.connect(end, outer)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a stream is its own affair
            stream.failed = one_line(error)
            for thing in stream.followers.values():
                self._failed(thing, stream.failed)
        finally:
            stream.under_way = False
        if not stream.followers:
            self._streams.pop(wanted, None)
            if stream.proxy is not None:
                stream.proxy.close()

    def _moved(self, stream: _Stream, batch: dict[str, Any]) -> None:
        names, model = batch["names"], batch["model"]
        if wrong_batch(batch["at"], model, names, batch["places"]):
            return  # a stream may contain anything
        numbers = unpacked(batch["places"])
        followed: dict[str, list[Thing]] = {}
        whole: list[Thing] = []
        first = next(iter(stream.latest), names[0])
        for thing in stream.followers.values():
            if thing.kind == "stream":
                whole.append(thing)
            else:
                followed.setdefault(thing.follows or first, []).append(thing)
        for number, name in enumerate(names):
            start = NUMBERS * number
            x, y, z, heading, pitch, roll = numbers[start : start + NUMBERS]
            pose = (x, y, z, heading, pitch, roll)
            stream.latest[name] = model, pose
            for thing in followed.get(name, ()):
                self._notify(thing, name, model, pose)
            for thing in whole:
                self._notify(thing, name, model, pose)
        self.received += len(names)
        self._changed()

    def _forgotten(self, stream: _Stream, names: list[str]) -> None:
        for name in names:
            stream.latest.pop(name, None)
            for thing in stream.followers.values():
                self._gone(thing, name)
        self._changed()

    def _pass_on(self, thing: Thing, name: str, model: str, pose: Pose) -> None:
        wanted = self._of.get(thing.item)
        first = next(iter(self._streams[wanted].latest), "") if wanted in self._streams else ""
        if thing.kind == "stream" or name == (thing.follows or first):
            self._notify(thing, name, model, pose)
            self._changed()
