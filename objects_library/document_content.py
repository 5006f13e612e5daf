# SPDX-License-Identifier: BSD-3-Clause
"""What the objects of a reference hold: their documents, as the store keeps them or a file carries them."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from app.runtime.library import Catalogue, ValueRefusedError, from_json, to_json
from app.runtime.library.plain_values import is_reference
from app.runtime.references import Composite, Parameterized, Reference, ReferenceArgument, TypeArgument, walk
from app.runtime.references.limits import MAX_CONTENT_PARTS
from app.runtime.references.names import format_path
from app.runtime.storage.documents import Change
from app.runtime.types import TypeModelError, TypeSyntaxError, ValueType
from objects_library.channels.document.comment_group import comment_channels, comments_on
from objects_library.channels.document.export import documents_in as channels_in
from objects_library.channels.document.values import stored_values
from objects_library.channels.native.state_stream import StateReader, StateStream
from objects_library.values.page_scope import beside_channel

_DEEPEST = 64
"""How deep values are searched for references."""


class ContentError(ValueRefusedError):
    """Content cannot be read as what it should be."""


@dataclass(frozen=True)
class HeldState:
    """The state of one document: a `StateStream` in bytes, who stored it and when."""

    document: bytes
    state: bytes
    state_type: str
    """In the notation; empty if only the channel tells it."""
    author: str
    time: int
    title: str = ""
    changes: tuple[Change, ...] = ()
    """What is stored and not part of the state yet, in its order."""
    damage: tuple[str, ...] = ()

    @property
    def later_changes(self) -> int:
        """How many changes are stored and not part of the state yet."""
        return len(self.changes)


@dataclass
class HeldDocument:
    """A document of a reference, with its state if there is one."""

    path: str
    document: bytes
    root: Reference
    """The object to run for it: the whole reference, or an object that was put onto a desktop."""
    channel: Parameterized
    state: HeldState | None = None
    title: str = ""
    """How people call the object, if something around it says so: its block, or its frame on a desktop."""

    @property
    def state_type(self) -> str:
        """The type of its state, in the notation."""
        return self._type("S")

    @property
    def change_type(self) -> str:
        """The type of its changes, in the notation."""
        return self._type("T")

    def _type(self, parameter: str) -> str:
        found = dict(self.channel.arguments).get(parameter)
        return found.text if isinstance(found, TypeArgument) else ""

    @property
    def user(self) -> Parameterized | None:
        """The object with the channel in one of its slots; None if the channel lies on a page by itself."""
        for _, part in walk(self.root):
            if isinstance(part, Parameterized):
                inside = [each.reference for _, each in part.arguments if isinstance(each, ReferenceArgument)]
                if any(each is self.channel for each in inside):
                    return part
        return None


Load = Callable[[bytes], Awaitable[HeldState | None]]


def documents_in(reference: Reference, prefix: str = "", title: str = "") -> dict[bytes, HeldDocument]:
    """Return the documents of the channels in a reference, without their states."""
    paths = {id(part): path for path, part in walk(reference)}
    found = {}
    for document, channel in channels_in(reference).items():
        path = paths[id(channel)]
        name = title or (path[0] if isinstance(reference, Composite) and path else "")
        whole = "/".join(filter(None, (prefix, format_path(path))))
        found[document] = HeldDocument(whole, document, reference, channel, title=name)
    return found


def document_of(reference: Reference) -> bytes | None:
    """Return the document of a reference to a Document channel; None for anything else."""
    return next((document for document, part in channels_in(reference).items() if part is reference), None)


def comments_in(reference: Reference) -> dict[bytes, HeldDocument]:
    """Return the documents with the comments on a page, without their states."""
    found = {}
    for path, channel in comment_channels(reference).items():
        root = comments_on(channel)
        (document,) = channels_in(root)
        found[document] = HeldDocument(format_path((*path, "comments")), document, root, channel)
    return found


async def held_documents(
    reference: Reference, load: Load, catalogue: Catalogue, *, comments: bool = False
) -> list[HeldDocument]:
    """Return all documents of a reference, including those of objects that were put onto its desktops.

    With `comments`, also those with the comments on them; people look at these apart from the content.
    """
    found: dict[bytes, HeldDocument] = {}
    pending = deque(documents_in(reference).values())
    if comments:
        pending += comments_in(reference).values()
    while pending and len(found) < MAX_CONTENT_PARTS:
        held = pending.popleft()
        if held.document in found:
            continue
        found[held.document] = held
        state = await load(held.document)
        held.state = replace(state, state_type=held.state_type) if state and not state.state_type else state
        for number, (title, inner) in enumerate(_titled_references(held, catalogue), start=1):
            addressed = beside_channel(inner, held.channel)  # stored references name no scope: that of the page
            pending += documents_in(addressed, f"{held.path}#{number}", title).values()
    return list(found.values())


def _titled_references(held: HeldDocument, catalogue: Catalogue) -> list[tuple[str, Reference]]:
    """The references in a state and the changes since, such as the objects on a desktop, with titles beside them."""
    state = held.state
    if state is None:
        return []
    values = stored_values(state.state, state.changes, state.state_type, held.change_type, catalogue.names)
    return list(_titled(values))


def _titled(value: Any, title: str = "", depth: int = 0) -> Iterator[tuple[str, Reference]]:
    if is_reference(value):
        yield title, value
    elif depth < _DEEPEST and isinstance(value, list):
        for item in value:
            yield from _titled(item, title, depth + 1)
    elif depth < _DEEPEST and isinstance(value, dict):
        own = value.get("title")
        for item in value.values():
            yield from _titled(item, own if isinstance(own, str) and own else title, depth + 1)


def decoded(held: HeldState, catalogue: Catalogue) -> Any:
    """Return the state as a plain value; None if nothing was ever there."""
    if not held.state:
        return None
    reader = StateReader(value_type(held.state_type, catalogue))
    try:
        reader.feed(held.state)
        return reader.value()
    except ValueRefusedError as error:
        raise ContentError(f"the content is not of its type: {error.what}", "get it again") from None


def as_json(held: HeldState, catalogue: Catalogue) -> bytes:
    """Return the state as JSON."""
    value = decoded(held, catalogue)
    return b"null" if value is None else to_json(value_type(held.state_type, catalogue), value)


def state_from_json(text: bytes | str, state_type: ValueType) -> Any:
    """Return the state that `as_json` wrote."""
    return None if text.strip() in (b"null", "null") else from_json(state_type, text)


def state_bytes(value: Any, state_type: ValueType) -> bytes:
    """Return a state as it is stored."""
    return b"" if value is None else b"".join(StateStream(state_type, value))


def value_type(text: str, catalogue: Catalogue) -> ValueType:
    """Return the type of a state, from its notation."""
    try:
        found = catalogue.names.parse(text)
    except (TypeSyntaxError, TypeModelError) as error:
        raise ContentError(f"the type of the content cannot be read: {error}", "get it again") from None
    if not isinstance(found, ValueType):
        raise ContentError("the type of the content is not that of a value", "get it again")
    return found


def references_in(value: Any) -> Iterator[Reference]:
    """Yield the references in a plain value, such as the objects on a desktop."""
    yield from (reference for _, reference in _titled(value))
