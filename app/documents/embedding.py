# SPDX-License-Identifier: BSD-3-Clause
"""Documents on disk with embedded live objects: embedding, listing, refreshing pictures."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from app.documents.errors import DocumentError
from app.documents.html_page import Page, new_page
from app.documents.links import content_of
from app.documents.office import PRESENTATION_KIND, TEXT_KIND, OfficeDocument, new_document
from app.documents.ooxml import PRESENTATION_TYPE, TEXT_TYPE, OoxmlDocument
from app.documents.ooxml_template import new_presentation, new_text
from app.documents.preview import Preview, size_in_pixels
from app.documents.zip_package import LARGEST
from app.runtime.references import LiveObjectFileError
from app.runtime.references.file_io import replace_file

SUFFIXES = (".odt", ".odp", ".docx", ".pptx", ".html", ".htm")
MOST_REFRESHED = 50


class _Host(Protocol):
    @property
    def links(self) -> list[str]: ...

    def picture(self, number: int) -> bytes: ...

    def with_object(self, shown: Preview) -> bytes: ...

    def with_pictures(self, pictures: Mapping[int, bytes]) -> bytes: ...


Draw = Callable[[bytes, tuple[int, int]], bytes | None]
"""Draws the object in a file with the proportions of its present picture; None if it has none."""


def is_host(file: Path) -> bool:
    """Whether a document of this name can hold live objects."""
    return file.suffix.lower() in SUFFIXES


def check(file: Path) -> None:
    """Raise a DocumentError if objects cannot be embedded into the document; called before drawing."""
    if file.exists():
        _read(file)
        _check_unused(file)
    elif not is_host(file):
        raise _unknown(file)


def put_into(file: Path, shown: Preview) -> bool:
    """Embed an object at the end of a document, which is created if missing. Returns whether it is new there.

    If the object is embedded already, its picture is replaced.
    """
    host = _read(file) if file.exists() else _new(file, shown.title)
    known = [number for number, link in enumerate(host.links) if link == shown.link]
    if known:
        _write(file, host.with_pictures(dict.fromkeys(known, shown.picture)))
    else:
        _write(file, host.with_object(shown))
    return not known


def objects_in(file: Path) -> list[bytes]:
    """Return the files of the embedded objects, unchecked."""
    return [content_of(link) for link in _read(file).links]


def refresh(file: Path, draw: Draw) -> tuple[int, int]:
    """Redraw the pictures of all embedded objects; returns how many were redrawn and how many failed."""
    host = _read(file)
    if not host.links:
        raise DocumentError(
            f"there is no live object in {file.name}", f"put one in: liveobjects embed FILE {shlex.quote(file.name)}"
        )
    if len(host.links) > MOST_REFRESHED:
        raise DocumentError(f"there are more than {MOST_REFRESHED} live objects in {file.name}", "split the document")
    _check_unused(file)
    drawn: dict[int, bytes] = {}
    for number, link in enumerate(host.links):
        known = host.links.index(link)
        if known in drawn:  # embedded twice, drawn once
            drawn[number] = drawn[known]
            continue
        size = size_in_pixels(host.picture(number))
        with contextlib.suppress(DocumentError, LiveObjectFileError):  # a damaged one cannot be drawn
            picture = draw(content_of(link), size)
            if picture is not None:
                drawn[number] = picture
    if drawn:
        _write(file, host.with_pictures(drawn))
    return len(drawn), len(host.links) - len(drawn)


def _read(file: Path) -> _Host:
    if not is_host(file):
        raise _unknown(file)
    if not file.is_file():
        raise DocumentError(f"{file} is no file", "check its name")
    with file.open("rb") as opened:
        return _parsed(file, opened.read(LARGEST + 1))


def _new(file: Path, title: str) -> _Host:
    if not is_host(file):
        raise _unknown(file)
    make: dict[str, Callable[[str], bytes]] = {
        ".odt": lambda title: new_document(TEXT_KIND, title),
        ".odp": lambda title: new_document(PRESENTATION_KIND, title),
        ".docx": new_text,
        ".pptx": new_presentation,
    }
    return _parsed(file, make.get(file.suffix.lower(), new_page)(title))


def _parsed(file: Path, content: bytes) -> _Host:
    suffix = file.suffix.lower()
    if suffix in (".odt", ".odp"):
        return OfficeDocument(content, TEXT_KIND if suffix == ".odt" else PRESENTATION_KIND)
    if suffix in (".docx", ".pptx"):
        return OoxmlDocument(content, TEXT_TYPE if suffix == ".docx" else PRESENTATION_TYPE)
    return Page(content)


def _unknown(file: Path) -> DocumentError:
    return DocumentError(
        f"{file.name} is no document that can hold a live object", "give an .odt, .odp, .docx, .pptx or .html file"
    )


def _write(file: Path, content: bytes) -> None:
    """Write atomically; permissions stay, and symbolic links are followed."""
    _check_unused(file)
    target = file.resolve()
    rights = target.stat().st_mode & 0o777 if target.exists() else None
    replace_file(target, content)
    if rights is not None:
        target.chmod(rights)


def _check_unused(file: Path) -> None:
    """Refuse a document that an office program has open: it would overwrite the change."""
    target = file.resolve()
    if any((target.parent / each).exists() for each in (f".~lock.{target.name}#", f"~${target.name[2:]}")):
        raise DocumentError(f"{file.name} is open in an office program", "close it there and try again")
