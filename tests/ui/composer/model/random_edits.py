# SPDX-License-Identifier: BSD-3-Clause
"""Edits as a person might make them: most make sense on the sheet as it is, some do not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as FilePath

from hypothesis import strategies as st

from app.runtime import references as refs
from app.ui.composer.model.clipboard import fragment
from app.ui.composer.model.edits import (
    AddBlock,
    AddNote,
    AddZone,
    ChangeNote,
    ChangeZone,
    CompoundEdit,
    Connect,
    DeclareParameter,
    Disconnect,
    Edit,
    ExportEndpoint,
    ExtractArgument,
    Group,
    InsertAdapter,
    Move,
    Paste,
    RemoveParameter,
    RemoveParts,
    RenameBlock,
    Resize,
    RestoreVersion,
    Route,
    SetArgument,
    SetCollapsed,
    SetColour,
    SetTitle,
    UnexportEndpoint,
    Ungroup,
)
from app.ui.composer.model.tree import is_sheet, reference_at, sheet_path

_FILES = FilePath(__file__).parents[4] / "liveobject_files"
STARTS = [
    refs.Document(refs.Composite()),
    refs.Document(refs.Primitive(3, 1, "Shared label"), "Only one"),
    *(
        refs.read(_FILES / f"{name}.liveobject")
        for name in ("shared_text", "shared_label", "hybrid_multicast", "channel_of_layers", "custom_protocol")
    ),
]
"""Documents to begin with: empty, a single object, composites, nested ones, with zones and comments."""

_NAMES = ["A", "B", "Dr. Who", "a/b", "~1", "x", "y", "channel", "Ünïcödé", "", "@body", " spaced "]
_PORTS = ["channel", "first", "second", "text", "a.b", "~2"]
_TEXTS = ["", "some words", "two\nlines", "tab\there", "<b>&amp;</b>", "]]>", "\x00", "é"]
_COLOURS = [None, "#3366cc", "#3366ccff", "red"]

_numbers = st.floats(-2000, 2000, allow_nan=False).map(lambda x: round(x, 2))
_sizes = st.none() | st.floats(1, 500).map(lambda x: round(x, 1))
_plain = st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats() | st.sampled_from(_TEXTS)
_values = _plain | st.lists(_plain, max_size=3).map(lambda items: refs.ListValue(tuple(items)))


def starts() -> st.SearchStrategy[refs.Document]:
    """A document to begin with."""
    return st.sampled_from(STARTS)


class Drawer:
    """Draws edits for a document."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def one(self, options: Sequence[str]) -> str:
        """One of some texts."""
        return self._data.draw(st.sampled_from(options))

    def number(self) -> float:
        """A place on a sheet."""
        return self._data.draw(_numbers)

    def _coin(self) -> bool:
        return self._data.draw(st.booleans())

    def edit(self, document: refs.Document, depth: int = 0) -> Edit:
        """Any edit."""
        makers = [
            self._add,
            self._remove,
            self._rename,
            self._move,
            self._appearance,
            self._wire,
            self._export,
            self._argument,
            self._note,
            self._zone,
            self._group,
            self._parameter,
            self._paste,
            self._whole,
        ]
        if not depth:
            makers.append(self._compound)
        return self._data.draw(st.sampled_from(makers))(document)

    def _sheet(self, document: refs.Document) -> refs.Path:
        sheets = [path for path, part in refs.walk(document.reference) if is_sheet(part)]
        return self._data.draw(st.sampled_from([(), *sheets[:6]]))

    def _names(self, document: refs.Document, sheet: refs.Path) -> list[str]:
        reference = reference_at(document, sheet_path(document, sheet))
        known = [name for name, _ in reference.components] if isinstance(reference, refs.Composite) else []
        return [*known, *known, *known, "nobody"]

    def _port(self, document: refs.Document, sheet: refs.Path) -> refs.EndpointPath:
        return refs.EndpointPath(self.one(self._names(document, sheet)), self.one(_PORTS))

    def _wire_of(self, document: refs.Document, sheet: refs.Path) -> refs.Connection:
        reference = reference_at(document, sheet_path(document, sheet))
        wires = list(reference.connections) if isinstance(reference, refs.Composite) else []
        if not wires:
            return refs.Connection(self._port(document, sheet), self._port(document, sheet))
        return self._data.draw(st.sampled_from(wires))

    def _reference(self) -> refs.Reference:
        return self._data.draw(
            st.sampled_from(
                [
                    refs.Primitive(3, 1, "Shared label"),
                    refs.Parameterized(refs.Primitive(7), (("T", refs.TypeArgument("text")),)),
                    *(start.reference for start in STARTS[2:6]),
                ]
            )
        )

    def _given(self) -> refs.Argument | None:
        return self._data.draw(
            st.none()
            | _values.map(refs.ValueArgument)
            | st.just(refs.TypeArgument("list[int]"))
            | st.just(refs.ParameterUse("P"))
            | st.builds(refs.ReferenceArgument, st.just(STARTS[3].reference))
        )

    def _add(self, document: refs.Document) -> Edit:
        return AddBlock(self._sheet(document), self.one(_NAMES), self._reference(), self.number(), self.number())

    def _remove(self, document: refs.Document) -> Edit:
        sheet = self._sheet(document)
        blocks = self._data.draw(st.lists(st.sampled_from(self._names(document, sheet)), max_size=3))
        wires = (self._wire_of(document, sheet),) if self._coin() else ()
        notes = tuple(i for i in document.drawing.items if isinstance(i, refs.StickyNote))[:1]
        zones = tuple(i for i in document.drawing.items if isinstance(i, refs.Zone))[:1]
        return RemoveParts(sheet, tuple(blocks), wires, notes, zones)

    def _rename(self, document: refs.Document) -> Edit:
        sheet = self._sheet(document)
        return RenameBlock(sheet, self.one(self._names(document, sheet)), self.one(_NAMES))

    def _move(self, document: refs.Document) -> Edit:
        sheet = self._sheet(document)
        names = self._data.draw(st.lists(st.sampled_from(self._names(document, sheet)), max_size=3))
        notes = [i for i in document.drawing.items if isinstance(i, refs.StickyNote)][:1]
        moved = tuple((old, refs.StickyNote(old.text, self.number(), 5.0, sheet=old.sheet)) for old in notes)
        return Move(sheet, tuple((name, self.number(), self.number()) for name in names), moved)

    def _appearance(self, document: refs.Document) -> Edit:
        sheet = self._sheet(document)
        names = self._names(document, sheet)
        size = self._data.draw(_sizes), self._data.draw(_sizes)
        wire = self._wire_of(document, sheet)
        points = self._data.draw(st.lists(st.tuples(_numbers, _numbers), max_size=3))
        return self._data.draw(
            st.sampled_from(
                [
                    Resize(sheet, self.one(names), self.number(), self.number(), *size),
                    SetColour(sheet, tuple(names[:2]), self._data.draw(st.sampled_from(_COLOURS))),
                    SetCollapsed(sheet, (self.one(names),), self._coin()),
                    Route(sheet, wire.first, wire.second, tuple(points)),
                    Route(sheet, wire.second, wire.first, tuple(points)),
                ]
            )
        )

    def _wire(self, document: refs.Document) -> Edit:
        sheet = self._sheet(document)
        first, second = self._port(document, sheet), self._port(document, sheet)
        there = self._wire_of(document, sheet)
        adapter = (self.one(_NAMES), refs.Primitive(9), "in", "out", 1.0, 2.0)
        return self._data.draw(
            st.sampled_from(
                [
                    Connect(sheet, first, second),
                    Connect(sheet, second, first),
                    Disconnect(sheet, there.second, there.first),
                    InsertAdapter(sheet, there.first, there.second, *adapter),
                ]
            )
        )

    def _export(self, document: refs.Document) -> Edit:
        sheet = self._sheet(document)
        if self._coin():
            return ExportEndpoint(sheet, self._port(document, sheet), self.one(_PORTS))
        return UnexportEndpoint(sheet, self.one(_PORTS))

    def _argument(self, document: refs.Document) -> Edit:
        paths = [path for path, _ in refs.walk(document.reference)]
        path = self._data.draw(st.sampled_from(paths[:12]))
        parameter = self.one(["Channel", "T", "scope", "name", "", "@x"])
        if self._coin():
            return self._extraction(document, parameter)
        return SetArgument(path, parameter, self._given())

    def _extraction(self, document: refs.Document, parameter: str) -> Edit:
        """An object out of a slot of a block on a sheet, if there is one."""
        found = [
            (path[:-2], path[-2], path[-1])
            for path, _ in refs.walk(document.reference)
            if len(path) > 1 and not path[-1].startswith("@")
            if isinstance(reference_at(document, path[:-1]), refs.Parameterized)
            if isinstance(reference_at(document, path[:-2]), refs.Composite)
        ]
        if isinstance(document.reference, refs.Parameterized):
            found.append(((), "", "Channel"))
        chosen = self._data.draw(st.sampled_from(found or [((), "nobody", parameter)]))
        return ExtractArgument(*chosen, self.one(_NAMES), 1.0, 2.0)

    def _note(self, document: refs.Document) -> Edit:
        sheet = self._sheet(document)
        new = refs.StickyNote(self.one(_TEXTS), self.number(), self.number(), None, 20.0, None, sheet)
        known = [item for item in document.drawing.items if isinstance(item, refs.StickyNote)]
        if known and self._coin():
            return ChangeNote(self._data.draw(st.sampled_from(known)), new)
        return AddNote(new)

    def _zone(self, document: refs.Document) -> Edit:
        sheet = self._sheet(document)
        colour = self._data.draw(st.sampled_from(_COLOURS))
        new = refs.Zone(self.one(_TEXTS), self.number(), self.number(), 100.0, 50.0, colour, sheet)
        known = [item for item in document.drawing.items if isinstance(item, refs.Zone)]
        if known and self._coin():
            return ChangeZone(self._data.draw(st.sampled_from(known)), new)
        return AddZone(new)

    def _group(self, document: refs.Document) -> Edit:
        sheet = self._sheet(document)
        names = self._names(document, sheet)
        if self._coin():
            groups = [
                (path[:-1], path[-1])
                for path, part in refs.walk(document.reference)
                if path and isinstance(part, refs.Composite)
                if isinstance(reference_at(document, path[:-1]), refs.Composite)
            ]
            return Ungroup(*self._data.draw(st.sampled_from(groups or [(sheet, "nobody")])))
        chosen = self._data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=3))
        return Group(sheet, tuple(chosen), self.one(_NAMES))

    def _parameter(self, document: refs.Document) -> Edit:
        sheet = self._sheet(document)
        templates = [path for path, part in refs.walk(document.reference) if isinstance(part, refs.Template)]
        if templates and self._coin():
            path = self._data.draw(st.sampled_from(templates))
            used_at = path[:-1] if path and path[-1] == "@template" else path
            return RemoveParameter(used_at, self.one(["P", "P", "T"]))
        default = self._given()
        declaration = refs.ParameterDeclaration("P", "value", "text", default, (("label", "Pace"),))
        name = self.one(self._names(document, sheet))
        use: refs.Path = (name,) if name != "nobody" else ()
        return DeclareParameter(sheet, declaration, ((use, self.one(["scope", "T", "Channel"])),))

    def _paste(self, document: refs.Document) -> Edit:
        sheet = self._sheet(document)
        names = [name for name in self._names(document, ()) if name != "nobody"]
        other = self._data.draw(st.sampled_from(STARTS))
        pasted = fragment(document, (), names[:3]) if names else other
        return Paste(sheet, self._data.draw(st.sampled_from([other, pasted])), self.number(), self.number())

    def _whole(self, document: refs.Document) -> Edit:
        if self._coin():
            return SetTitle(self.one(_TEXTS), self.one(_TEXTS))
        return RestoreVersion(self._data.draw(starts()), "yesterday")

    def _compound(self, document: refs.Document) -> Edit:
        return CompoundEdit((self.edit(document, 1), self.edit(document, 1)), "Both")
