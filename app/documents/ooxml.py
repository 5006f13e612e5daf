# SPDX-License-Identifier: BSD-3-Clause
"""Live objects in .docx texts and .pptx presentations, as linked pictures.

A text gets a paragraph at its end, a presentation a slide. The link is an external relationship, and there are
no macros. Everything else stays byte for byte.
"""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Mapping
from typing import NamedTuple

from app.documents.errors import SAVE_AGAIN, DocumentError
from app.documents.links import is_link
from app.documents.ooxml_template import SLIDES_TYPE, WORD_TYPE
from app.documents.ooxml_xml import (
    DRAWING,
    INLINE,
    LINKED,
    PACKAGE,
    PICTURE,
    SLIDES,
    TYPES,
    WORD,
    Scanned,
    insert_before_end,
    scan_part,
)
from app.documents.preview import Preview, escaped, size_in_centimetres
from app.documents.zip_package import Package

_LARGEST_XML = 64 * 1024 * 1024
_MOST_OBJECTS = 1000
_TYPES_PART = "[Content_Types].xml"
_EMU = 360_000
"""English metric units of a centimetre."""
_SLIDE_TYPE = "application/vnd.openxmlformats-officedocument.presentationml.slide+xml"


class _Found(NamedTuple):
    """A linked picture of ours: its link, the part that shows it, and the member with its image."""

    link: str
    part: str
    image_id: str
    member: str
    at: int


class OoxmlDocument:
    """A parsed document; any fault of it is a DocumentError."""

    def __init__(self, content: bytes, main_type: str) -> None:
        self._package = Package(content)
        self._check(main_type)
        self._main = self._main_part()
        self._is_text = main_type == WORD_TYPE
        self._xml = self._package.read(self._main, _LARGEST_XML)
        self._scanned = scan_part(self._xml)
        self._rels = self._related(self._main)
        self._found = [each for part in self._shown_parts() for each in self._objects_in(part)]
        if len(self._found) > _MOST_OBJECTS:
            raise DocumentError("there are too many live objects in the document", "use several")

    @property
    def links(self) -> list[str]:
        """Links of the embedded objects, in document order."""
        return [each.link for each in self._found]

    def picture(self, number: int) -> bytes:
        """Return the present picture of an embedded object; a DocumentError if it cannot be replaced."""
        return self._package.read(self._member(number), _LARGEST_XML)

    def with_object(self, shown: Preview) -> bytes:
        """Return the document with one more object at its end."""
        changed = self._with_paragraph(shown) if self._is_text else self._with_slide(shown)
        types = changed.get(_TYPES_PART, self._types_xml)
        if "png" not in self._types.defaults:
            # Defaults come before overrides.
            begin = types.index(b">", types.index(b"<Types")) + 1
            types = types[:begin] + b'<Default Extension="png" ContentType="image/png"/>' + types[begin:]
            changed[_TYPES_PART] = types
        return self._package.with_members(changed)

    def with_pictures(self, pictures: Mapping[int, bytes]) -> bytes:
        """Return the document with other pictures of some objects, otherwise unchanged."""
        uses: dict[str, set[str]] = {}
        for each in self._found:
            uses.setdefault(each.member, set()).add(each.link)
        others = self._other_images()
        changed: dict[str, bytes] = {}
        for number in sorted(pictures, key=lambda each: self._found[each].at, reverse=True):
            found, member, picture = self._found[number], self._member(number), pictures[number]
            if len(uses[member]) > 1 or member in others:  # office programs store equal pictures once
                self._give_own_image(found, picture, changed)
            else:
                changed[member] = picture
        return self._package.with_members(changed)

    def _give_own_image(self, found: _Found, picture: bytes, changed: dict[str, bytes]) -> None:
        digest = hashlib.sha256(found.link.encode() + picture).hexdigest()[:32]
        member = posixpath.join(posixpath.dirname(found.member), f"liveobject-{digest}.png")
        xml = changed.get(found.part) or self._package.read(found.part, _LARGEST_XML)
        rels = changed.get(_rels_of(found.part)) or self._package.read(_rels_of(found.part), _LARGEST_XML)
        scanned = scan_part(rels)
        (key,) = _new_ids(scanned, 1)
        named = f'"{found.image_id}"'.encode()
        begin = xml.find(named, found.at, xml.find(b">", found.at))
        if begin < 0:
            raise DocumentError("the picture of a live object has an unusual name", "put the object in again")
        target = posixpath.relpath(member, posixpath.dirname(found.part))
        changed[found.part] = xml[:begin] + f'"{key}"'.encode() + xml[begin + len(named) :]
        changed[_rels_of(found.part)] = insert_before_end(
            rels, scanned, f"{PACKAGE} Relationships", _relationship(key, "image", target)
        )
        changed[member] = picture

    # ---- reading

    def _check(self, main_type: str) -> None:
        names = self._package.names
        if _TYPES_PART not in names:
            raise DocumentError("the document is not what its name says", "give one that an office program has saved")
        self._types_xml = self._package.read(_TYPES_PART, _LARGEST_XML)
        self._types = scan_part(self._types_xml)
        kinds = self._types.overrides.values()
        if any("macroEnabled" in kind or "vbaProject" in kind for kind in kinds) or any(
            name.lower().endswith("vbaproject.bin") for name in names
        ):
            raise DocumentError("there are macros in the document", "save it without them, or use another one")
        if any(name.startswith("_xmlsignatures/") for name in names):
            raise DocumentError(
                "the document is signed, and a change would break that", "use a copy that is not signed"
            )
        if main_type not in kinds:
            raise DocumentError("the document is not what its name says", "give one that an office program has saved")

    def _main_part(self) -> str:
        related = scan_part(self._package.read("_rels/.rels", _LARGEST_XML)).relationships.values()
        targets = [each.target.lstrip("/") for each in related if each.kind == f"{LINKED}/officeDocument"]
        if len(targets) != 1 or targets[0] not in self._package.names:
            raise DocumentError("the document lacks a part that office programs write", SAVE_AGAIN)
        return targets[0]

    def _related(self, part: str) -> Scanned:
        name = _rels_of(part)
        if name not in self._package.names:
            return Scanned()
        return scan_part(self._package.read(name, _LARGEST_XML))

    def _shown_parts(self) -> list[str]:
        if self._is_text:
            return [self._main]
        slides = [self._rels.relationships.get(each) for _, each in self._scanned.slide_ids]
        targets = [_resolved(self._main, each.target) for each in slides if each is not None and not each.external]
        return [each for each in targets if each in self._package.names]

    def _objects_in(self, part: str) -> list[_Found]:
        scanned = self._scanned if self._is_text else scan_part(self._package.read(part, _LARGEST_XML))
        if not scanned.pictures:
            return []
        related = self._rels.relationships if self._is_text else self._related(part).relationships
        found = []
        for link_id, image_id, at in scanned.pictures:
            link, image = related.get(link_id), related.get(image_id)
            if link is not None and link.external and is_link(link.target) and image is not None:
                found.append(_Found(link.target, part, image_id, _resolved(part, image.target), at))
        return found

    def _member(self, number: int) -> str:
        member = self._found[number].member
        if not member.lower().endswith(".png") or member not in self._package.names:
            raise DocumentError(
                "the picture of a live object was replaced by something else", "put the object in again"
            )
        return member

    def _other_images(self) -> set[str]:
        """Images that something else than our objects shows."""
        ours = {(each.part, each.image_id) for each in self._found}
        found = set()
        for name in self._package.names:
            if not name.endswith(".rels"):
                continue
            part = name.replace("_rels/", "", 1).removesuffix(".rels")
            for key, each in scan_part(self._package.read(name, _LARGEST_XML)).relationships.items():
                if each.kind == f"{LINKED}/image" and (part, key) not in ours:
                    found.add(_resolved(part, each.target))
        return found

    # ---- writing

    def _with_paragraph(self, shown: Preview) -> dict[str, bytes]:
        folder = posixpath.dirname(self._main)
        member = f"media/{_image_name(shown)}"
        link_id, image_id = _new_ids(self._rels, 2)
        number = max(self._scanned.drawing_ids, default=0) + 1
        paragraph = _paragraph(shown, link_id, image_id, number)
        at = self._scanned.starts.get(f"{WORD} sectPr")
        if at is not None and at > self._scanned.ends.get(f"{WORD} p", 0):
            xml = self._xml[:at] + paragraph.encode() + self._xml[at:]
        else:
            xml = insert_before_end(self._xml, self._scanned, f"{WORD} body", paragraph)
        rows = _relationship(link_id, "hyperlink", shown.link, external=True)
        rows += _relationship(image_id, "image", member)
        return {self._main: xml, f"{folder}/{member}": shown.picture, **self._with_relationships(self._main, rows)}

    def _with_slide(self, shown: Preview) -> dict[str, bytes]:
        folder = posixpath.dirname(self._main)
        taken = {name.lower() for name in self._package.names}
        numbers = range(1, len(taken) + 2)
        slide = next(f"slides/slide{each}.xml" for each in numbers if f"{folder}/slides/slide{each}.xml" not in taken)
        (key,) = _new_ids(self._rels, 1)
        slide_id = max([255, *(each for each, _ in self._scanned.slide_ids)]) + 1
        xml = insert_before_end(
            self._xml,
            self._scanned,
            f"{SLIDES} sldIdLst",
            f'<p:sldId xmlns:p="{SLIDES}" xmlns:r="{LINKED}" id="{slide_id}" r:id="{key}"/>',
        )
        rows = (
            _relationship("rId1", "slideLayout", f"../{self._layout()}")
            + _relationship("rId2", "image", f"../media/{_image_name(shown)}")
            + _relationship("rId3", "hyperlink", shown.link, external=True)
        )
        part = f"{folder}/{slide}"
        override = f'<Override PartName="/{part}" ContentType="{_SLIDE_TYPE}"/>'
        types = insert_before_end(self._types_xml, self._types, f"{TYPES} Types", override)
        return {
            self._main: xml,
            _TYPES_PART: types,
            part: _slide(shown, *self._slide_size()).encode(),
            _rels_of(part): f'{_HEADING}<Relationships xmlns="{PACKAGE}">{rows}</Relationships>'.encode(),
            f"{folder}/media/{_image_name(shown)}": shown.picture,
            **self._with_relationships(self._main, _relationship(key, "slide", slide)),
        }

    def _layout(self) -> str:
        """Return the layout of the last slide, else any, from the folder of the presentation."""
        folder = posixpath.dirname(self._main)
        for part in reversed(self._shown_parts()):
            for each in self._related(part).relationships.values():
                if each.kind == f"{LINKED}/slideLayout":
                    return posixpath.relpath(_resolved(part, each.target), folder)
        layouts = [each for each in self._package.names if each.startswith(f"{folder}/slideLayouts/slideLayout")]
        if not layouts:
            raise DocumentError("the presentation has no layout of slides", "save it with the office program first")
        return posixpath.relpath(layouts[0], folder)

    def _slide_size(self) -> tuple[float, float]:
        width, height = (each / _EMU for each in self._scanned.size)
        return (width, height) if 5 <= width <= 500 and 5 <= height <= 500 else (33.87, 19.05)

    def _with_relationships(self, part: str, rows: str) -> dict[str, bytes]:
        name = _rels_of(part)
        if name not in self._package.names:
            return {name: f'{_HEADING}<Relationships xmlns="{PACKAGE}">{rows}</Relationships>'.encode()}
        before = self._package.read(name, _LARGEST_XML)
        return {name: insert_before_end(before, self._rels, f"{PACKAGE} Relationships", rows)}


_BOLD = ' b="1"'
_HEADING = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def _rels_of(part: str) -> str:
    folder, file = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{file}.rels")


def _resolved(part: str, target: str) -> str:
    """Return the member that a relationship of a part leads to."""
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(part), target))


def _new_ids(rels: Scanned, count: int) -> list[str]:
    numbers = range(1, len(rels.relationships) + count + 1)
    free = [f"rIdLive{each}" for each in numbers if f"rIdLive{each}" not in rels.relationships]
    return free[:count]


def _relationship(key: str, kind: str, target: str, *, external: bool = False) -> str:
    mode = ' TargetMode="External"' if external else ""
    return f'<Relationship xmlns="{PACKAGE}" Id="{key}" Type="{LINKED}/{kind}" Target="{escaped(target)}"{mode}/>'


def _image_name(shown: Preview) -> str:
    return f"liveobject-{hashlib.sha256(shown.link.encode() + shown.picture).hexdigest()[:32]}.png"


def _paragraph(shown: Preview, link_id: str, image_id: str, number: int) -> str:
    width, height = (round(each * _EMU) for each in size_in_centimetres(shown.picture, 16, 20))
    title, caption = escaped(shown.title), escaped(shown.caption)
    names = f'xmlns:w="{WORD}" xmlns:r="{LINKED}" xmlns:wp="{INLINE}" xmlns:a="{DRAWING}" xmlns:pic="{PICTURE}"'
    named = f'id="{number}" name="{title}" descr="{caption}" title="{title}"'
    return (
        f"<w:p {names}><w:pPr><w:keepNext/></w:pPr><w:r><w:drawing>"
        f'<wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="{width}" cy="{height}"/>'
        f'<wp:docPr {named}><a:hlinkClick r:id="{link_id}"/></wp:docPr>'
        f'<a:graphic><a:graphicData uri="{PICTURE}"><pic:pic><pic:nvPicPr><pic:cNvPr {named}/><pic:cNvPicPr/>'
        f'</pic:nvPicPr><pic:blipFill><a:blip r:embed="{image_id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>'
        f'<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>'
        f'<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline>'
        f"</w:drawing></w:r></w:p><w:p {names}><w:r><w:rPr>"
        f'<w:color w:val="5C6370"/><w:sz w:val="18"/></w:rPr><w:t>{caption}</w:t></w:r></w:p>'
    )


def _slide(shown: Preview, across: float, down: float) -> str:
    margin, head, foot = across * 0.06, down * 0.17, down * 0.12
    width, height = size_in_centimetres(shown.picture, across - 2 * margin, down - head - foot)
    left, top = (across - width) / 2, head + (down - head - foot - height) / 2
    names = f'xmlns:a="{DRAWING}" xmlns:r="{LINKED}" xmlns:p="{SLIDES}"'
    title, caption = escaped(shown.title), escaped(shown.caption)

    def words(number: int, text: str, size: int, at: float, high: float, more: str = "") -> str:
        return (
            f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{text}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>'
            f"<p:spPr>{_place(margin, at, across - 2 * margin, high)}</p:spPr>"
            f'<p:txBody><a:bodyPr wrap="square" anchor="ctr"/><a:p><a:pPr algn="ctr"/>'
            f'<a:r><a:rPr sz="{size}"{more}/><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>'
        )

    return (
        f'{_HEADING}<p:sld {names}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/>'
        f"</p:nvGrpSpPr><p:grpSpPr/>{words(2, title, 2800, down * 0.04, head * 0.7, _BOLD)}"
        f'<p:pic><p:nvPicPr><p:cNvPr id="3" name="{title}" descr="{caption}" title="{title}">'
        '<a:hlinkClick r:id="rId3"/></p:cNvPr><p:cNvPicPr/><p:nvPr/></p:nvPicPr>'
        '<p:blipFill><a:blip r:embed="rId2"/><a:stretch><a:fillRect/></a:stretch>'
        f"</p:blipFill><p:spPr>{_place(left, top, width, height)}</p:spPr></p:pic>"
        f"{words(4, caption, 1400, down - foot * 0.8, foot * 0.6)}</p:spTree></p:cSld></p:sld>"
    )


def _place(x: float, y: float, width: float, height: float) -> str:
    left, top, across, down = (round(each * _EMU) for each in (x, y, width, height))
    return (
        f'<a:xfrm><a:off x="{left}" y="{top}"/><a:ext cx="{across}" cy="{down}"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
    )


TEXT_TYPE, PRESENTATION_TYPE = WORD_TYPE, SLIDES_TYPE
