# SPDX-License-Identifier: BSD-3-Clause
"""Copies parts of a sheet as a document, for the clipboard, drags and files."""

from __future__ import annotations

from collections.abc import Collection

from app.runtime import references as refs
from app.runtime.references.document import DrawingItem
from app.runtime.references.names import parse_endpoint_path
from app.ui.composer.model import drawings
from app.ui.composer.model.edits.blocks import lone_name
from app.ui.composer.model.edits.paste import fragment_mark
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.tree import reference_at, sheet_path, starts_with


def copy_fragment(
    document: refs.Document,
    sheet: refs.Path,
    names: Collection[str],
    *,
    notes: Collection[refs.StickyNote] = (),
    zones: Collection[refs.Zone] = (),
) -> bytes:
    """Blocks with the wires between them, notes and zones, as the bytes of a file."""
    return refs.write(fragment(document, sheet, names, notes=notes, zones=zones))


def fragment(
    document: refs.Document,
    sheet: refs.Path,
    names: Collection[str],
    *,
    notes: Collection[refs.StickyNote] = (),
    zones: Collection[refs.Zone] = (),
) -> refs.Document:
    """Blocks, notes and zones as a document: a single block as its object, several parts as a composite."""
    path = sheet_path(document, sheet)
    reference = reference_at(document, path)
    if not isinstance(reference, refs.Composite):
        return refs.Document(reference, lone_name(document, path), "", refs.Drawing(_drawn_below(document, path)))
    chosen = set(names)
    parts = tuple(pair for pair in reference.components if pair[0] in chosen)
    annotations: set[DrawingItem] = {*notes, *zones}
    if not parts and not annotations:
        raise EditError("nothing is selected", "select some blocks first")
    if len(parts) == 1 and not annotations:
        name, part = parts[0]
        return refs.Document(part, name, "", refs.Drawing(_drawn_below(document, (*path, name))))
    wires = tuple(w for w in reference.connections if {w.first.component, w.second.component} <= chosen)
    items = tuple(
        drawings.moved_to(item, drawings.path_of(item)[len(path) :])
        for item in document.drawing.items
        if starts_with(drawings.path_of(item), path) and _belongs(item, len(path), chosen, annotations)
    )
    return refs.Document(refs.Composite(parts, wires), _title(parts), "", refs.Drawing(items), (fragment_mark(),))


def read_fragment(content: bytes | str) -> refs.Document:
    """Parse pasted or dropped content; raises `EditError`."""
    try:
        data = content.encode("utf-8") if isinstance(content, str) else content
        return refs.read(data.strip())
    except refs.LiveObjectFileError as error:
        raise EditError(f"this is not an object: {error.what}", "copy it again") from None
    except UnicodeEncodeError:
        raise EditError("this is not an object", "copy it again") from None


def _belongs(item: DrawingItem, depth: int, chosen: set[str], annotations: set[DrawingItem]) -> bool:
    path = drawings.path_of(item)[depth:]
    if path:
        return path[0] in chosen
    if isinstance(item, refs.Wire):
        ends = [parse_endpoint_path(text) for text in (item.first, item.second)]
        return all(end is not None and end.component in chosen for end in ends)
    return item in annotations


def _drawn_below(document: refs.Document, path: refs.Path) -> tuple[DrawingItem, ...]:
    """The drawing inside a part, with paths relative to it."""
    return tuple(
        drawings.moved_to(item, drawings.path_of(item)[len(path) :])
        for item in document.drawing.items
        if starts_with(drawings.path_of(item), path)
        and (len(drawings.path_of(item)) > len(path) or not hasattr(item, "component"))
    )


def _title(parts: tuple[tuple[str, object], ...]) -> str:
    return ", ".join(name for name, _ in parts[:3]) + (" …" if len(parts) > 3 else "")
