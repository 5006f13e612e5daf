# SPDX-License-Identifier: BSD-3-Clause
"""The comments on a running page, from every scope in which its objects meet. No Qt in this file."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.errors import one_line
from app.runtime.activation import Connection, Node, Proxy
from app.runtime.library import wrapper_of
from app.runtime.references import Parameterized, Path, Reference
from app.runtime.types import EndpointType, dual
from objects_library.channels.document.comment_group import MOST_SCOPES, comment_channel, comments_on
from objects_library.replication.comments.shown import ShownThread
from objects_library.values.page_scope import group_of, object_channels

_THREAD = wrapper_of(ShownThread)
_log = logging.getLogger("liveobjects.comments")


@dataclass(frozen=True)
class CommentTarget:
    """What a thread is about: an object of the page, one on a desktop of the page, or the page (an empty path)."""

    path: Path = ()
    title: str = ""
    item: str = ""
    """The id of something on the desktop at the path."""


class PageComments:
    """Begins and shows threads; each is kept in the scope of the object that it is about."""

    def __init__(self, changed: Callable[[], object]) -> None:
        self._changed = changed
        self._node: Node | None = None
        self._sources: dict[Parameterized, _Source] = {}
        self._places: dict[Path, tuple[Parameterized, str]] = {}
        """Of each object the channel of its comments, and what they call it."""
        self.on_refused: Callable[[str, str], object] = lambda _reason, _text: None
        """Called with a reason and the text that was refused."""

    @property
    def available(self) -> bool:
        """Whether the page has a scope in which comments can be kept."""
        return bool(self._sources)

    def follow(self, node: Node, reference: Reference, title: str) -> None:
        """Join the comments of all scopes of a page that runs, and leave those of the others."""
        if self._node is not None and self._node is not node:
            self.leave()
        self._node = node
        self._places = _places(reference)
        wanted = list(dict.fromkeys(channel for channel, _ in self._places.values()))[:MOST_SCOPES]
        for gone in [each for each in self._sources if each not in wanted]:
            self._sources.pop(gone).close()
        before, self._sources = self._sources, {}
        for each in wanted:
            self._sources[each] = before.get(each) or _Source(node, each, title, self._tell, self._refuse)

    def leave(self) -> None:
        """Leave all comments."""
        for source in self._sources.values():
            source.close()
        self._sources, self._places, self._node = {}, {}, None

    def threads(self) -> list[ShownThread]:
        """All threads."""
        return [thread for source in self._sources.values() for thread in source.threads.values()]

    @property
    def open_count(self) -> int:
        """The threads that nobody has resolved."""
        return sum(not thread.resolved for thread in self.threads())

    def target(self, thread: ShownThread) -> CommentTarget:
        """What a thread is about; the page if the object is not there any more."""
        source = next((key for key, each in self._sources.items() if thread.thread in each.threads), None)
        about, _, item = thread.about.partition("#")
        path = next((path for path, place in self._places.items() if place == (source, about)), None)
        if path is None and about.startswith("/"):
            path = tuple(about[1:].split("/"))
        return CommentTarget(title=thread.title) if path is None else CommentTarget(path, thread.title, item)

    def open_items(self, path: Path) -> dict[str, int]:
        """The number of open threads about an object (empty key), and about what lies on it."""
        found: dict[str, int] = {}
        for thread in self.threads():
            target = self.target(thread)
            if not thread.resolved and target.path[: len(path)] == path and (target.path or not path):
                found[target.item] = found.get(target.item, 0) + 1
        return found

    def may_comment(self, target: CommentTarget) -> tuple[bool, str]:
        """Whether this user may begin a thread about something; else why not."""
        source = self._source_for(target)[0]
        return (False, "") if source is None else (source.writable, source.reason)

    def may_answer(self, thread: UUID) -> bool:
        """Whether this user may reply in a thread and resolve it."""
        source = self._source_of(thread)
        return source is not None and source.writable

    def add(self, target: CommentTarget, text: str) -> None:
        """Begin a thread."""
        source, about = self._source_for(target)
        if source is not None:
            source.send("add", {"text": text, "about": about, "title": target.title})

    def reply(self, thread: UUID, text: str) -> None:
        """Reply in a thread."""
        self._send(thread, "reply", {"thread": thread, "text": text})

    def resolve(self, thread: UUID, resolved: bool) -> None:
        """Resolve a thread, or open it again."""
        self._send(thread, "resolve", {"thread": thread, "resolved": resolved})

    def remove(self, thread: UUID) -> None:
        """Remove a thread."""
        self._send(thread, "remove", thread)

    def rewrite(self, message: UUID, text: str) -> None:
        """Change an own message."""
        self._send_about(message, "rewrite", {"message": message, "text": text})

    def take_back(self, message: UUID) -> None:
        """Delete an own message."""
        self._send_about(message, "take_back", message)

    def _source_for(self, target: CommentTarget) -> tuple[_Source | None, str]:
        """Where a thread about something is kept, and how it is called there."""
        first = next(iter(self._sources.values()), None)
        if not target.path and not target.item:
            return first, ""
        channel, about = self._places.get(target.path, (None, f"/{'/'.join(target.path)}"))
        source = self._sources.get(channel) if channel is not None else None
        return source or first, f"{about}#{target.item}" if target.item else about

    def _source_of(self, thread: UUID) -> _Source | None:
        return next((each for each in self._sources.values() if thread in each.threads), None)

    def _send(self, thread: UUID, event: str, value: object) -> None:
        source = self._source_of(thread)
        if source is not None:
            source.send(event, value)

    def _send_about(self, message: UUID, event: str, value: object) -> None:
        for thread in self.threads():
            if any(each.message == message for each in thread.messages):
                self._send(thread.thread, event, value)

    def _tell(self) -> None:
        self._changed()

    def _refuse(self, reason: str, text: str) -> None:
        self.on_refused(reason, text)


class _Source:
    """The comments object of one scope."""

    def __init__(
        self,
        node: Node,
        channel: Parameterized,
        title: str,
        changed: Callable[[], object],
        refused: Callable[[str, str], object],
    ) -> None:
        self.threads: dict[UUID, ShownThread] = {}
        self.writable = False
        self.reason = ""
        self._node = node
        self._changed = changed
        self._refused = refused
        self._proxy: Proxy | None = None
        self._endpoint: Any = None
        self._connection: Connection | None = None
        """It ends when nobody holds it."""
        name = title.replace("/", " ")
        self._task = node.spawn(self._begin(channel, f"{name} (comments)" if name else "comments"))

    async def _begin(self, channel: Parameterized, name: str) -> None:
        try:
            self._proxy = await self._node.dereference(comments_on(channel), name)
            outer = self._proxy.endpoint("comments")
            inner = dual(outer.type)
            assert isinstance(inner, EndpointType)
            self._endpoint = self._node.new_endpoint(
                inner, threads=self._take, rights=self._take_rights, refused=self._refuse
            )
            self._connection = self._node.connect(self._endpoint, outer)
        except Exception as error:  # noqa: BLE001 - the page works without comments
            _log.warning("no comments: %s", one_line(error))

    def send(self, event: str, value: object) -> None:
        """Send an event to the object."""
        if self._endpoint is not None:
            self._endpoint.emit(event, value)

    def close(self) -> None:
        """Leave."""
        self._task.cancel()
        if self._proxy is not None and not self._proxy.over:
            self._proxy.close()

    def _take(self, threads: list[Any]) -> None:
        self.threads = {each.thread: each for each in map(_THREAD.lift, threads)}
        self._changed()

    def _take_rights(self, rights: dict[str, Any]) -> None:
        self.writable, self.reason = rights["writable"], rights["reason"]
        self._changed()

    def _refuse(self, refusal: dict[str, Any]) -> None:
        self._refused(refusal["reason"], refusal["text"])


def _places(reference: Reference) -> dict[Path, tuple[Parameterized, str]]:
    """Of each object the channel of its comments, and what they call it: its group, which outlives its name.

    Objects that share a channel have their paths instead.
    """
    found = {path: (comment_channel(each), group_of(each)) for path, each in object_channels(reference).items()}
    places = list(found.values())
    return {
        path: place if places.count(place) == 1 else (place[0], f"/{'/'.join(path)}") for path, place in found.items()
    }
