"""Things from a sheet as a document of their own, for the clipboard, a drag or a file."""

from __future__ import annotations

from collections.abc import Collection

from app.runtime.references import Composite, Document, Drawing, LiveObjectFileError, Path, read, write
from app.runtime.references.document import DrawingItem
from app.ui.composer.model import drawings
from app.ui.composer.model.edits.blocks import lone_name
from app.ui.composer.model.edits.pasting import fragment_mark
from app.ui.composer.model.errors import EditError
from app.ui.composer.model.tree import reference_at, sheet_path, starts_with

MEDIA_TYPE = "application/x-liveobject+xml"


def copy_fragment(document: Document, sheet: Path, names: Collection[str]) -> bytes:
    """Blocks of a sheet, with the wires between them, as the bytes of a complete file."""
    return write(fragment(document, sheet, names))


def fragment(document: Document, sheet: Path, names: Collection[str]) -> Document:
    """The same as a document: a single block as what it is, several as parts that belong together."""
    path = sheet_path(document, sheet)
    reference = reference_at(document, path)
    if not isinstance(reference, Composite):
        inside = _drawn_below(document, path)
        return Document(reference, lone_name(document, path), "", Drawing(inside))
    chosen = set(names)
    parts = tuple((name, part) for name, part in reference.components if name in chosen)
    if not parts:
        raise EditError("nothing is selected", "select some blocks first")
    if len(parts) == 1:
        name, part = parts[0]
        return Document(part, name, "", Drawing(_drawn_below(document, (*path, name))))
    wires = tuple(w for w in reference.connections if {w.first.component, w.second.component} <= chosen)
    items = tuple(
        drawings.moved_to(item, drawings.path_of(item)[len(path) :])
        for item in document.drawing.items
        if starts_with(drawings.path_of(item), path) and _belongs(drawings.path_of(item)[len(path) :], chosen)
    )
    return Document(Composite(parts, wires), _title(parts), "", Drawing(items), (fragment_mark(),))


def read_fragment(content: bytes | str) -> Document:
    """What somebody pastes or drops, from whatever program, or an `EditError` that says what is wrong."""
    try:
        data = content.encode("utf-8") if isinstance(content, str) else content
        return read(data.strip())
    except LiveObjectFileError as error:
        raise EditError(f"this is not an object: {error.what}", "copy it again") from None
    except UnicodeEncodeError:
        raise EditError("this is not an object", "copy it again") from None


def _belongs(path: Path, chosen: set[str]) -> bool:
    return bool(path) and path[0] in chosen


def _drawn_below(document: Document, path: Path) -> tuple[DrawingItem, ...]:
    """What is drawn inside a part, as if it were a document of its own."""
    return tuple(
        drawings.moved_to(item, drawings.path_of(item)[len(path) :])
        for item in document.drawing.items
        if starts_with(drawings.path_of(item), path)
        and (len(drawings.path_of(item)) > len(path) or not hasattr(item, "component"))
    )


def _title(parts: tuple[tuple[str, object], ...]) -> str:
    return ", ".join(name for name, _ in parts[:3]) + (" …" if len(parts) > 3 else "")
