# SPDX-License-Identifier: BSD-3-Clause
"""Live objects in ODT texts and ODP presentations, as linked pictures.

A text gets a paragraph at its end, a presentation a slide. Everything else stays byte for byte.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from app.documents.errors import DocumentError
from app.documents.office_xml import (
    DRAW,
    FO,
    MANIFEST,
    OFFICE,
    PRESENTATION,
    SCRIPT,
    STYLE,
    SVG,
    TEXT,
    XLINK,
    insert,
    scan,
    with_styles,
)
from app.documents.preview import Preview, escaped, size_in_centimetres
from app.documents.zip_package import Package, new_package

_LARGEST_XML = 64 * 1024 * 1024
_MEDIA = "application/vnd.oasis.opendocument."
_SPACES = "".join(
    f' xmlns:{prefix}="{space}"'
    for prefix, space in (
        ("draw", DRAW),
        ("text", TEXT),
        ("svg", SVG),
        ("xlink", XLINK),
        ("presentation", PRESENTATION),
        ("script", SCRIPT),
        ("dom", "http://www.w3.org/2001/xml-events"),
    )
)


class Kind(NamedTuple):
    """A kind of office document, and how an object is embedded in it."""

    media_type: str
    body: str
    add: Callable[[Preview, str, OfficeDocument], str]
    styles: Mapping[str, str]


class OfficeDocument:
    """A parsed document; any fault of it is a DocumentError."""

    def __init__(self, content: bytes, kind: Kind) -> None:
        self._kind = kind
        self._package = Package(content)
        self._check()
        self._xml = self._package.read("content.xml", _LARGEST_XML)
        self._manifest = self._package.read("META-INF/manifest.xml", _LARGEST_XML)
        listed = scan(self._manifest, "")
        if listed.encrypted:
            raise DocumentError("the document is encrypted", "save it without a password, or use another one")
        self._end_of_manifest = listed.end
        self._found = scan(self._xml, kind.body)

    @property
    def links(self) -> list[str]:
        """Links of the embedded objects, in document order."""
        return [link for link, _, _ in self._found.links]

    def picture(self, number: int) -> bytes:
        """Return the present picture of an embedded object; a DocumentError if it cannot be replaced."""
        return self._package.read(self._member(number), _LARGEST_XML)

    def with_object(self, shown: Preview) -> bytes:
        """Return the document with one more object at its end."""
        member = _member_for(shown.link, shown.picture)
        added = insert(self._xml, self._found.end, self._kind.add(shown, member, self))
        styles = [text for name, text in self._kind.styles.items() if name not in self._found.style_names]
        if styles:
            added = with_styles(added, self._found, "".join(styles))
        return self._package.with_members(self._listed({"content.xml": added, member: shown.picture}))

    def free_name(self, title: str) -> str:
        """Return a name that is unused in the document."""
        taken = self._found.names
        numbers = (f"{title} {number}" for number in range(2, len(taken) + 3))
        return next(name for name in (title, *numbers) if name not in taken)

    def slide(self) -> tuple[str, float, float]:
        """Return the master of a new slide, and its width and height in centimetres."""
        known = scan(self._package.read("styles.xml", _LARGEST_XML), "")
        master = self._found.master or next(iter(known.layouts), "")
        if not master:
            raise DocumentError("the presentation has no master slide", "save it with the office program first")
        sizes = known.sizes.get(known.layouts.get(master, ""), ("", ""))
        width, height = (_centimetres(each) for each in sizes)
        return master, width or 28.0, height or 15.75

    def with_pictures(self, pictures: Mapping[int, bytes]) -> bytes:
        """Return the document with other pictures of some objects, otherwise unchanged.

        Office programs store equal pictures once. A picture that something else uses, too, stays, and the
        object gets a member of its own.
        """
        changed: dict[str, bytes] = {}
        xml = self._xml
        for number in sorted(pictures, key=lambda each: self._found.links[each][2], reverse=True):
            link, name, at = self._found.links[number]
            member, picture = self._member(number), pictures[number]
            others = {posixpath.normpath(each) for each in self._found.other_pictures}
            others.update(posixpath.normpath(each) for other, each, _ in self._found.links if other != link)
            if member in others:
                member = _member_for(link, picture)
                xml = _renamed(xml, at, name, member)
                changed["content.xml"] = xml
            changed[member] = picture
        return self._package.with_members(self._listed(changed))

    def _listed(self, changed: dict[str, bytes]) -> dict[str, bytes]:
        """Return the changes, with new members added to the manifest."""
        new = [name for name in changed if name not in self._package.names]
        entries = "".join(
            f'<m:file-entry xmlns:m="{MANIFEST}" m:full-path="{name}" m:media-type="image/png"/>' for name in new
        )
        if not entries:
            return changed
        manifest = insert(self._manifest, self._end_of_manifest, entries)
        return changed | {"META-INF/manifest.xml": manifest}

    def _member(self, number: int) -> str:
        """Return the member with a picture."""
        member = posixpath.normpath(self._found.links[number][1])
        if not member.endswith(".png") or member not in self._package.names:
            raise DocumentError(
                "the picture of a live object was replaced by something else", "put the object in again"
            )
        return member

    def _check(self) -> None:
        names = self._package.names
        text = self._package.read("mimetype", 200) if names[:1] == ["mimetype"] else b""
        if text.strip() != self._kind.media_type.encode():
            raise DocumentError(
                f"the document is not what its name says ({text[:80].decode(errors='replace') or 'nothing'})",
                "give an .odt or .odp file that an office program has saved",
            )
        if any(name.startswith(("Basic/", "Scripts/")) for name in names):
            raise DocumentError("there are macros in the document", "save it without them, or use another one")
        if any("signatures" in name for name in names if name.startswith("META-INF/")):
            raise DocumentError(
                "the document is signed, and a change would break that", "use a copy that is not signed"
            )


def new_document(kind: Kind, title: str) -> bytes:
    """An empty document of that kind."""
    spaces = _SPACES + f' xmlns:office="{OFFICE}" xmlns:style="{STYLE}" xmlns:fo="{FO}"'
    presentation = kind is PRESENTATION_KIND
    heading = '<?xml version="1.0" encoding="UTF-8"?>\n'
    version = 'office:version="1.2"'
    content = (
        f"{heading}<office:document-content{spaces} {version}><office:body><office:{kind.body}>"
        f"</office:{kind.body}></office:body></office:document-content>"
    )
    styles = (
        f"{heading}<office:document-styles{spaces} {version}>{_STYLES if presentation else _TEXT_STYLES}"
        "</office:document-styles>"
    )
    meta = (
        f'{heading}<office:document-meta xmlns:office="{OFFICE}" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        f" {version}><office:meta><dc:title>{escaped(title)}</dc:title></office:meta></office:document-meta>"
    )
    files = {"content.xml": content, "styles.xml": styles, "meta.xml": meta}
    listed = "".join(
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="{media}"/>'
        for name, media in (("/", kind.media_type), *((name, "text/xml") for name in files))
    ).replace('full-path="/"', 'full-path="/" manifest:version="1.2"')
    manifest = (
        f'{heading}<manifest:manifest xmlns:manifest="{MANIFEST}" manifest:version="1.2">{listed}</manifest:manifest>'
    )
    members = {"mimetype": kind.media_type, **files, "META-INF/manifest.xml": manifest}
    return new_package({name: text.encode() for name, text in members.items()})


def _member_for(link: str, picture: bytes) -> str:
    """Return an unused member name for a picture."""
    return f"Pictures/liveobject-{hashlib.sha256(link.encode() + picture).hexdigest()[:32]}.png"


def _renamed(xml: bytes, at: int, name: str, member: str) -> bytes:
    """Return the XML with another picture named in the element at a byte offset."""
    begin = xml.find(name.encode(), at, xml.find(b">", at))
    if begin < 0:
        raise DocumentError("the picture of a live object has an unusual name", "remove it and put the object in again")
    return xml[:begin] + member.encode() + xml[begin + len(name.encode()) :]


def _centimetres(length: str) -> float:
    """Parse a length; 0 if it is unreadable or useless."""
    found = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,12})?)(cm|mm|in|pt)", length)
    size = float(found[1]) * {"cm": 1, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72}[found[2]] if found else 0.0
    return size if 5 <= size <= 500 else 0.0


def _paragraph(shown: Preview, member: str, into: OfficeDocument) -> str:
    width, height = size_in_centimetres(shown.picture, 16, 20)
    frame = (
        f'<draw:frame draw:name="{escaped(into.free_name(shown.title))}" draw:style-name="{_FRAME}"'
        f' text:anchor-type="as-char" svg:width="{width:.2f}cm" svg:height="{height:.2f}cm">'
        f"{_image(shown, member)}</draw:frame>"
    )
    return (
        f'<text:p{_SPACES} text:style-name="{_ABOVE}"><draw:a xlink:type="simple" xlink:href="{shown.link}">'
        f'{frame}</draw:a></text:p><text:p{_SPACES} text:style-name="{_CAPTION}">'
        f"{escaped(shown.caption)}</text:p>"
    )


def _slide(shown: Preview, member: str, into: OfficeDocument) -> str:
    master, across, down = into.slide()
    margin, head, foot = across * 0.06, down * 0.17, down * 0.12
    width, height = size_in_centimetres(shown.picture, across - 2 * margin, down - head - foot)
    left, top = (across - width) / 2, head + (down - head - foot - height) / 2
    click = (
        "<office:event-listeners>"
        '<presentation:event-listener script:event-name="dom:click" presentation:action="show"'
        f' xlink:href="{shown.link}" xlink:type="simple" xlink:show="embed" xlink:actuate="onRequest"/>'
        "</office:event-listeners>"
    )
    name = into.free_name(shown.title)

    def words(text: str, style: str, at: float, high: float) -> str:
        place = f'svg:x="{margin:.2f}cm" svg:y="{at:.2f}cm" svg:width="{across - 2 * margin:.2f}cm"'
        return (
            f'<draw:frame draw:style-name="{_PLAIN}" {place} svg:height="{high:.2f}cm"><draw:text-box>'
            f'<text:p text:style-name="{style}">{escaped(text)}</text:p></draw:text-box></draw:frame>'
        )

    return (
        f'<draw:page{_SPACES} xmlns:office="{OFFICE}" draw:name="{escaped(name)}"'
        f' draw:master-page-name="{escaped(master)}">'
        f"{words(shown.title, _HEADING, down * 0.04, head * 0.7)}"
        f'<draw:frame draw:name="{escaped(f"{name} (live)")}" draw:style-name="{_FRAME}"'
        f' svg:x="{left:.2f}cm" svg:y="{top:.2f}cm" svg:width="{width:.2f}cm" svg:height="{height:.2f}cm">'
        f"{_image(shown, member, click)}</draw:frame>"
        f"{words(shown.caption, _CAPTION, down - foot * 0.8, foot * 0.6)}</draw:page>"
    )


def _image(shown: Preview, member: str, between: str = "") -> str:
    return (
        f'<draw:image xlink:href="{member}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>'
        f"{between}<svg:title>{escaped(shown.title)}</svg:title>"
        f"<svg:desc>{escaped(shown.caption)}</svg:desc>"
    )


_FRAME, _ABOVE, _CAPTION = "liveobject_picture", "liveobject_paragraph", "liveobject_caption"
_HEADING, _PLAIN = "liveobject_heading", "liveobject_words"
_STYLE_SPACES = f' xmlns:style="{STYLE}" xmlns:fo="{FO}" xmlns:draw="{DRAW}"'


def _style(name: str, family: str, properties: str, parent: str = "") -> str:
    after = f' style:parent-style-name="{parent}"' if parent else ""
    return f'<style:style{_STYLE_SPACES} style:name="{name}" style:family="{family}"{after}>{properties}</style:style>'


def _words_style(name: str, size: str, paragraph: str, more: str = "") -> str:
    return _style(
        name,
        "paragraph",
        f'<style:paragraph-properties {paragraph}/><style:text-properties fo:font-size="{size}"{more}/>',
    )


_GREY = ' fo:color="#5c6370"'
_IN_TEXTS = {
    # Without a parent style, office programs treat the picture as a drawing, which has no border.
    _FRAME: _style(
        _FRAME, "graphic", '<style:graphic-properties fo:border="0.75pt solid #c9ced6" fo:padding="0cm"/>', "Graphics"
    ),
    _ABOVE: _style(
        _ABOVE, "paragraph", '<style:paragraph-properties fo:margin-top="0.4cm" fo:keep-with-next="always"/>'
    ),
    _CAPTION: _words_style(_CAPTION, "9pt", 'fo:margin-top="0.15cm" fo:margin-bottom="0.4cm"', _GREY),
}
_ON_SLIDES = {
    _FRAME: _style(
        _FRAME, "graphic", '<style:graphic-properties draw:stroke="none" draw:fill="none" fo:padding="0cm"/>'
    ),
    _PLAIN: _style(
        _PLAIN,
        "graphic",
        '<style:graphic-properties draw:stroke="none" draw:fill="none" fo:padding="0cm"'
        ' draw:textarea-vertical-align="middle"/>',
    ),
    _HEADING: _words_style(_HEADING, "28pt", 'fo:text-align="center"', ' fo:font-weight="bold"'),
    _CAPTION: _words_style(_CAPTION, "14pt", 'fo:text-align="center"', _GREY),
}
_TEXT_STYLES = (
    '<office:styles><style:style style:name="Standard" style:family="paragraph"/>'
    '<style:style style:name="Graphics" style:family="graphic"/></office:styles>'
    '<office:automatic-styles><style:page-layout style:name="page"><style:page-layout-properties'
    ' fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2.5cm"/></style:page-layout>'
    '</office:automatic-styles><office:master-styles><style:master-page style:name="Standard"'
    ' style:page-layout-name="page"/></office:master-styles>'
)
_STYLES = (
    '<office:automatic-styles><style:page-layout style:name="page"><style:page-layout-properties'
    ' fo:page-width="28cm" fo:page-height="15.75cm" fo:margin="0cm" style:print-orientation="landscape"/>'
    "</style:page-layout></office:automatic-styles><office:master-styles><style:master-page"
    ' style:name="Default" style:page-layout-name="page"/></office:master-styles>'
)
TEXT_KIND = Kind(f"{_MEDIA}text", "text", _paragraph, _IN_TEXTS)
PRESENTATION_KIND = Kind(f"{_MEDIA}presentation", "presentation", _slide, _ON_SLIDES)
