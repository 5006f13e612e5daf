# SPDX-License-Identifier: BSD-3-Clause
"""The editor of a shared sheet."""

from __future__ import annotations

import asyncio
import contextlib
import json
import pathlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.runtime import references as refs
from app.runtime.activation import Node, Proxy, State
from app.runtime.library import Catalogue
from app.runtime.references.names import format_path, parse_path
from app.runtime.types import EndpointType, dual
from app.ui.composer.model.atomic_file import save_document
from app.ui.composer.model.default_reference import default_reference
from app.ui.composer.model.editor import Editor
from app.ui.composer.model.edits import CompoundEdit, Edit, EditError, edit_from_json, to_json
from app.ui.composer.model.edits.arguments import with_argument
from app.ui.composer.model.history import Change
from app.ui.composer.model.listeners import Listeners
from app.ui.composer.model.shared_history import SharedHistory
from objects_library.values.person_id import colour_of_key

SHARED_SHEET_ID = 0x453CA337F070151D928C859BAF27D754
_SHORTEN_AFTER = 200
_COLOURS = ("#c2410c", "#0f766e", "#6d28d9", "#b91c1c", "#1d4ed8", "#4d7c0f", "#a21caf", "#0e7490")


@dataclass(frozen=True)
class Visitor:
    """Another person on the sheet, with cursor and selection."""

    id: UUID
    name: str
    colour: str
    sheet: refs.Path
    x: float
    y: float
    selection: tuple[refs.Path, ...]


def share(document: refs.Document, catalogue: Catalogue) -> refs.Document:
    """A shared-sheet document with the given one as its initial content."""
    definition = catalogue.definition(SHARED_SHEET_ID)
    if definition is None:
        raise EditError("shared pages are not installed here", "install the program again")
    reference = default_reference(definition, catalogue)
    start = refs.ValueArgument(refs.write(document).decode("utf-8"))
    title = document.title or "Shared sheet"
    return refs.Document(with_argument(reference, "start", start), title, document.description)


def is_shared_sheet(reference: refs.Reference) -> bool:
    """Whether a reference is a shared sheet."""
    template = reference.template if isinstance(reference, refs.Parameterized) else reference
    return isinstance(template, refs.Primitive) and template.id == SHARED_SHEET_ID


class SharedEditor(Editor):
    """An editor whose edits are sent to everyone on the sheet; it has no file.

    It is read-only while disconnected from the others.
    """

    def __init__(self, node: Node, proxy: Proxy, catalogue: Catalogue) -> None:
        super().__init__(refs.Document(refs.Composite()), catalogue)
        self._shared = SharedHistory(refs.Document(refs.Composite()))
        self._proxy = proxy
        self._colour = _COLOURS[colour_of_key(node.user) if node.colour is None else node.colour]
        self._visitor_listeners: Listeners[tuple[Visitor, ...]] = Listeners()
        self._shortening: asyncio.Task[None] | None = None
        self._shortened_at = 0
        self._is_here = asyncio.Event()
        self.visitors: tuple[Visitor, ...] = ()
        self._follow_state(proxy.state)
        self._stop_watching = proxy.watch(self._follow_state)
        outer = proxy.endpoint("sheet")
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        self._endpoint: Any = node.new_endpoint(
            inner, started=self._started, edited=self._edited, visitors=self._visited, refused=self._warn
        )
        self._connection = node.connect(self._endpoint, outer)

    @property
    def document(self) -> refs.Document:
        """The local document, including pending edits."""
        return self._shared.document

    @property
    def modified(self) -> bool:
        """Always `False`: edits are sent at once."""
        return False

    @property
    def undo_label(self) -> str:
        """The label of the next local undo step."""
        return self._shared.undo_label

    @property
    def redo_label(self) -> str:
        """The label of the next redo step."""
        return self._shared.redo_label

    @property
    def agreed(self) -> refs.Document:
        """The agreed document, without pending local edits."""
        return self._shared.agreed

    async def ready(self) -> None:
        """Wait until the sheet is loaded."""
        await self._is_here.wait()

    def do(self, edit: Edit, *, continues: str = "") -> None:
        """Apply an edit locally and send it."""
        self._expect_writable()
        content = _content(edit)
        before = self.document
        self._shared.do(edit, continues)
        self._endpoint.emit("edit", content)
        self._notify(Change(before, self.document, edit))

    def undo(self) -> None:
        """Undo the last local step; edits of others stay."""
        self._send(self._shared.undo)

    def redo(self) -> None:
        """Redo the last undone local step."""
        self._send(self._shared.redo)

    def show(self, sheet: refs.Path, x: float, y: float, selection: Sequence[refs.Path], colour: str = "") -> None:
        """Publish the cursor and selection, at most twenty times a second."""
        chosen = colour or self._colour
        self._endpoint.emit(
            "point",
            {
                "colour": chosen,
                "sheet": format_path(sheet),
                "x": float(x),
                "y": float(y),
                "selection": [format_path(path) for path in selection],
            },
        )

    def listen_visitors(self, on_visitors: Callable[[tuple[Visitor, ...]], None]) -> Callable[[], None]:
        """Call back with the visitors on every change; returns an unsubscriber."""
        return self._visitor_listeners.add(on_visitors)

    async def save(
        self,
        file: pathlib.Path | None = None,
        *,
        over: bool = False,  # noqa: ARG002
        version: bool = True,  # noqa: ARG002
    ) -> None:
        """Save a copy to a file; the sheet stays shared."""
        if file is None:
            raise EditError("a shared page is not in a file", "choose one to write a copy to")
        await asyncio.to_thread(save_document, file, self.document)

    def close(self, *, recoverable: bool = False) -> None:
        """Leave the shared sheet."""
        if self._shortening is not None:
            self._shortening.cancel()
        self._stop_watching()
        self._connection.close()
        super().close(recoverable=recoverable)

    def _send(self, reverse: Callable[[], Edit | None]) -> None:
        self._expect_writable()
        before = self.document
        edit = reverse()
        if edit is not None:
            self._endpoint.emit("edit", _content(edit))
            self._notify(Change(before, self.document, edit))

    def _started(self, value: dict[str, Any]) -> None:
        before = self.document
        edits = [_edit(each["content"]) for each in value["edits"]]
        mine = [edit for content in value["mine"] if (edit := _edit(content)) is not None]
        self._shared.restart(_document(value["document"]), value["count"], edits, mine)
        self._shortened_at = value["count"]
        self._is_here.set()
        self._follow_state(self._proxy.state)
        self._changed(before, None)

    def _edited(self, value: dict[str, Any]) -> None:
        before = self.document
        edit = _edit(value["edit"]["content"])
        impossible = self._shared.receive(edit, mine=value["mine"])
        if impossible:
            self._warn(f"{impossible}: somebody else was faster, so this was not done")
        self._changed(before, edit)
        self._shorten()

    def _changed(self, before: refs.Document, edit: Edit | None) -> None:
        if self.document is not before and self.document != before:
            self._notify(Change(before, self.document, edit or CompoundEdit((), "Open the page")))

    def _visited(self, value: list[dict[str, Any]]) -> None:
        self.visitors = tuple(
            Visitor(
                each["by"],
                each["name"],
                each["colour"],
                parse_path(each["sheet"]),
                each["x"],
                each["y"],
                tuple(parse_path(path) for path in each["selection"]),
            )
            for each in value
        )
        self._visitor_listeners.notify(self.visitors)

    def _follow_state(self, state: State) -> None:
        if state is State.LIVE and self._is_here.is_set():
            self.read_only = ""
        elif state is State.FAILED:
            failure = self._proxy.failure
            self.read_only = f"the page has failed: {'' if failure is None else failure.reason}"
        elif state is State.READ_ONLY:
            self.read_only = "you are cut off from the others"
        else:
            self.read_only = "the page is not here yet"

    def _shorten(self) -> None:
        """Replace the log of edits by a snapshot once it is long."""
        count = self._shared.count
        if count - self._shortened_at < _SHORTEN_AFTER or self._shortening is not None:
            return
        self._shortened_at = count
        self._shortening = asyncio.get_running_loop().create_task(self._write_short(count, self.agreed))

    async def _write_short(self, count: int, document: refs.Document) -> None:
        try:
            with contextlib.suppress(refs.LiveObjectFileError):
                content = await asyncio.to_thread(refs.write, document)
                self._endpoint.emit("shorten", {"count": count, "document": content})
        finally:
            self._shortening = None


def _content(edit: Edit) -> bytes:
    return json.dumps(to_json(edit), ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _edit(content: bytes) -> Edit | None:
    """Decode a received edit; `None` if it is invalid, for every member alike."""
    try:
        return edit_from_json(json.loads(content))
    except (EditError, ValueError, RecursionError):
        return None


def _document(content: bytes) -> refs.Document:
    """Decode the initial document; an invalid one is an empty sheet, for every member alike."""
    try:
        return refs.read(content) if content else refs.Document(refs.Composite())
    except refs.LiveObjectFileError:
        return refs.Document(refs.Composite())
