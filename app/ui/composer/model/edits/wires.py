# SPDX-License-Identifier: BSD-3-Clause
"""Edits of wires, adapters and exported ports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.runtime.references import Composite, Connection, Document, EndpointPath, Export, Path, Reference
from app.runtime.references.errors import quoted
from app.runtime.references.names import clean, endpoint_name_problem
from app.ui.composer.model.edits.base import Edit, edit
from app.ui.composer.model.edits.blocks import AddBlock, as_composite_sheet, lone_name, without_wire
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.tree import composite_at, named, reference_at, sheet_path, with_reference


def _with_composite(document: Document, sheet: Path, change: Callable[[Composite], Composite]) -> Document:
    composite_at(document, sheet)

    def checked(reference: Reference) -> Reference:
        assert isinstance(reference, Composite)
        return change(reference)

    return with_reference(document, sheet_path(document, sheet), checked)


def _expect_port(composite: Composite, port: EndpointPath) -> None:
    if named(composite.components, port.component) is None:
        raise EditError(f"{quoted(port.component)} is not on this page any more", "choose another connection")
    if endpoint_name_problem(port.endpoint):
        raise EditError(f"{quoted(port.endpoint)} is not the name of a connection", "choose another connection")


def _expect_free(composite: Composite, port: EndpointPath) -> None:
    for wire in composite.connections:
        if port in (wire.first, wire.second):
            raise EditError(f"{port} has a wire already", "remove that wire first")
    for export in composite.exports:
        if export.endpoint == port:
            raise EditError(f"{port} is a connection of the page itself", "take that back first")


@edit("connect")
@dataclass(frozen=True)
class Connect(Edit):
    """Adds a wire; `compatibility` and the static check judge whether it fits."""

    sheet: Path
    first: EndpointPath
    second: EndpointPath
    several: bool = False
    """Whether both ends are one-way and may have further wires."""

    @property
    def label(self) -> str:
        return f"Connect {self.first.component} and {self.second.component}"

    def apply(self, document: Document) -> Document:
        """The document with the wire."""

        def change(composite: Composite) -> Composite:
            for port in (self.first, self.second):
                _expect_port(composite, port)
                if not self.several:
                    _expect_free(composite, port)
            if self.first == self.second:
                raise EditError("a connection cannot be wired to itself", "choose another one")
            wire = Connection(self.first, self.second)
            if any({each.first, each.second} == {wire.first, wire.second} for each in composite.connections):
                raise EditError("the two are wired already", "one wire is enough")
            return replace(composite, connections=(*composite.connections, wire))

        return _with_composite(document, self.sheet, change)


@edit("disconnect")
@dataclass(frozen=True)
class Disconnect(Edit):
    """Removes a wire."""

    sheet: Path
    first: EndpointPath
    second: EndpointPath

    @property
    def label(self) -> str:
        return f"Disconnect {self.first.component} and {self.second.component}"

    def apply(self, document: Document) -> Document:
        """The document without the wire; a missing one is ignored."""
        composite_at(document, self.sheet)
        path = sheet_path(document, self.sheet)
        return without_wire(document, path, Connection(self.first, self.second))


@edit("insert adapter")
@dataclass(frozen=True)
class InsertAdapter(Edit):
    """Inserts an adapter between two incompatible ports."""

    sheet: Path
    first: EndpointPath
    second: EndpointPath
    name: str
    reference: Reference
    left_endpoint: str
    right_endpoint: str
    x: float = 0.0
    y: float = 0.0
    several: bool = False
    """Whether both ends are one-way and may have further wires."""

    @property
    def label(self) -> str:
        return f"Insert {self.name}"

    def apply(self, document: Document) -> Document:
        """The document with the adapter wired to both ports."""
        edits = (
            Disconnect(self.sheet, self.first, self.second),
            AddBlock(self.sheet, self.name, self.reference, self.x, self.y),
            Connect(self.sheet, self.first, EndpointPath(self.name, self.left_endpoint), self.several),
            Connect(self.sheet, EndpointPath(self.name, self.right_endpoint), self.second, self.several),
        )
        for each in edits:
            document = each.apply(document)
        return document


@edit("export")
@dataclass(frozen=True)
class ExportEndpoint(Edit):
    """Exports a block's port as a port of the sheet."""

    sheet: Path
    port: EndpointPath
    name: str

    @property
    def label(self) -> str:
        return f"Show {self.name} outside"

    def apply(self, document: Document) -> Document:
        """The document with the exported port."""
        path = sheet_path(document, self.sheet)
        if not isinstance(reference_at(document, path), Composite):
            port = EndpointPath(lone_name(document, path), self.port.endpoint)
        else:
            port = self.port
        document = as_composite_sheet(document, self.sheet)
        name = clean(self.name)
        problem = endpoint_name_problem(name)
        if problem:
            raise EditError(f"the name {quoted(name)} {problem}", "choose another one")

        def change(composite: Composite) -> Composite:
            _expect_port(composite, port)
            _expect_free(composite, port)
            if any(export.name == name for export in composite.exports):
                raise EditError(f"the page has a connection {quoted(name)} already", "choose another name")
            return replace(composite, exports=(*composite.exports, Export(name, port)))

        return _with_composite(document, self.sheet, change)


@edit("unexport")
@dataclass(frozen=True)
class UnexportEndpoint(Edit):
    """Removes an exported port."""

    sheet: Path
    name: str

    @property
    def label(self) -> str:
        return f"Hide {self.name}"

    def apply(self, document: Document) -> Document:
        """The document without that port; a missing one is ignored."""

        def change(composite: Composite) -> Composite:
            kept = tuple(export for export in composite.exports if export.name != self.name)
            return replace(composite, exports=kept)

        return _with_composite(document, self.sheet, change)
