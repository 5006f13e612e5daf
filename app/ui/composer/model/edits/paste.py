# SPDX-License-Identifier: BSD-3-Clause
"""The edit that pastes a document onto a sheet."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.runtime import references as refs
from app.runtime.references.document import DrawingItem
from app.runtime.references.model import TEMPLATE_STEP, Parameterized
from app.runtime.references.names import format_endpoint_path, parse_endpoint_path
from app.ui.composer.model import drawings
from app.ui.composer.model.edits.base import Edit, edit
from app.ui.composer.model.edits.blocks import as_composite_sheet, lone_name
from app.ui.composer.model.tree import free_name, sheet_path, taken_names, with_reference

FRAGMENT_NAMESPACE = "urn:liveobject:fragment:1"
_GAP = 40.0


def fragment_mark() -> refs.ForeignAttribute:
    """The attribute that marks a composite as a copied fragment."""
    return refs.ForeignAttribute(FRAGMENT_NAMESPACE, "fragment", "several", "true")


def is_fragment(document: refs.Document) -> bool:
    """Whether a document is a copied fragment of several parts."""
    marks = [a for a in document.annotations if isinstance(a, refs.ForeignAttribute)]
    return isinstance(document.reference, refs.Composite) and any(
        (mark.namespace, mark.name) == (FRAGMENT_NAMESPACE, "several") for mark in marks
    )


@edit("paste")
@dataclass(frozen=True)
class Paste(Edit):
    """Pastes a document: one block, or the parts of a fragment."""

    sheet: refs.Path
    fragment: refs.Document
    x: float = 0.0
    y: float = 0.0

    @property
    def label(self) -> str:
        if not is_fragment(self.fragment):
            return f"Add {lone_name(self.fragment, ())}"
        assert isinstance(self.fragment.reference, refs.Composite)
        count = len(self.fragment.reference.components)
        return f"Paste {count} block{'' if count == 1 else 's'}"

    def apply(self, document: refs.Document) -> refs.Document:
        """The document with the pasted parts, renamed if needed, at the position."""
        document = as_composite_sheet(document, self.sheet)
        path = sheet_path(document, self.sheet)
        parts = self.fragment if is_fragment(self.fragment) else _as_fragment(self.fragment)
        group = parts.reference
        assert isinstance(group, refs.Composite)
        names: dict[str, str] = {}

        def change(composite: refs.Reference) -> refs.Reference:
            assert isinstance(composite, refs.Composite)
            taken = taken_names(composite)
            for name, _ in group.components:
                names[name] = free_name(name, taken)
                taken.add(names[name])
            added = tuple((names[name], part) for name, part in group.components)
            wires = tuple(
                replace(wire, first=_end(wire.first, names), second=_end(wire.second, names))
                for wire in group.connections
                if wire.first.component in names and wire.second.component in names
            )
            return replace(
                composite, components=composite.components + added, connections=composite.connections + wires
            )

        document = with_reference(document, path, change)
        shift = self._shift(parts)
        items = [_drawn(item, path, names, shift) for item in _all_placed(parts)]
        return drawings.with_items(document, (*document.drawing.items, *items))

    def _shift(self, parts: refs.Document) -> tuple[float, float]:
        corners = [
            (item.x, item.y)
            for item in _all_placed(parts)
            if not isinstance(item, refs.Wire) and len(drawings.path_of(item)) <= isinstance(item, refs.Placed)
        ]
        left = min((x for x, _ in corners), default=0.0)
        top = min((y for _, y in corners), default=0.0)
        return self.x - left, self.y - top


def _as_fragment(document: refs.Document) -> refs.Document:
    """A document with a single object as a fragment."""
    reference = document.reference
    if isinstance(reference, refs.Template):  # allowed if all parameters have defaults
        reference = Parameterized(reference)
        document = drawings.shifted(document, (), (TEMPLATE_STEP,))
    name = lone_name(document, ())
    document = replace(document, reference=refs.Composite(((name, reference),)))
    items = [item for item in document.drawing.items if drawings.path_of(item) or not isinstance(item, refs.Placed)]
    document = drawings.with_items(document, items)
    return drawings.shifted(document, (), (name,))


def _all_placed(parts: refs.Document) -> list[DrawingItem]:
    """The drawing items, with a position for every block."""
    assert isinstance(parts.reference, refs.Composite)
    items = list(parts.drawing.items)
    known = {item.component for item in items if isinstance(item, refs.Placed)}
    for number, (name, _) in enumerate(parts.reference.components):
        if (name,) not in known:
            items.append(refs.Placed((name,), number * _GAP, number * _GAP))
    return items


def _end(end: refs.EndpointPath, names: dict[str, str]) -> refs.EndpointPath:
    return refs.EndpointPath(names.get(end.component, end.component), end.endpoint)


def _drawn(item: DrawingItem, sheet: refs.Path, names: dict[str, str], shift: tuple[float, float]) -> DrawingItem:
    path = drawings.path_of(item)
    inside = (*sheet, names.get(path[0], path[0]), *path[1:]) if path else sheet
    moved = drawings.moved_to(item, inside)
    if isinstance(moved, refs.Wire):
        if path:
            return moved
        texts = []
        for text in (moved.first, moved.second):
            end = parse_endpoint_path(text)
            texts.append(text if end is None else format_endpoint_path(_end(end, names)))
        points = tuple((x + shift[0], y + shift[1]) for x, y in moved.points)
        return replace(moved, first=texts[0], second=texts[1], points=points)
    if len(path) > isinstance(item, refs.Placed):
        return moved
    return drawings.checked_item(replace(moved, x=moved.x + shift[0], y=moved.y + shift[1]))
