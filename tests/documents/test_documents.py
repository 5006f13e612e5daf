# SPDX-License-Identifier: BSD-3-Clause
"""Live objects in ODT, ODP and HTML: embedding, listing, refreshing, and hostile documents."""

from __future__ import annotations

import contextlib
import functools
import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.documents import DocumentError, Preview, content_of, link_to, objects_in, put_into, refresh
from app.documents.links import LONGEST
from app.documents.office import PRESENTATION_KIND, TEXT_KIND, OfficeDocument
from app.documents.zip_package import Package, new_package
from app.runtime.references import Composite, Document, write

KINDS = ("text.odt", "slides.odp", "text.docx", "slides.pptx", "page.html")
_PATIENT = settings(max_examples=100, deadline=None)  # the machine may be busy
DOCUMENT = Document(Composite(), 'Plan <b>&</b> "Ümlaut" \x0b\x01', "What we do; <really>.")
CONTENT = write(Document(Composite(), "Plan"))


def png(width: int = 64, height: int = 48, colour: int = 0x2277AA) -> bytes:
    """A picture of one colour."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">L", len(data)) + name + data + struct.pack(">L", zlib.crc32(name + data))

    rows = (b"\0" + colour.to_bytes(3, "big") * width) * height
    head = struct.pack(">LLBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def shown(content: bytes = CONTENT, picture: bytes | None = None) -> Preview:
    return Preview.of(DOCUMENT, content, picture or png())


def members(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as package:
        assert package.testzip() is None
        return {name: package.read(name) for name in package.namelist()}


# ---- links


@_PATIENT
@given(st.binary(max_size=2000))
def test_a_link_gives_back_what_was_put_in(content: bytes) -> None:
    assert content_of(link_to(content)) == content


@pytest.mark.parametrize(
    "link",
    [
        "",
        "liveobject:",
        "liveobject:1.",
        "liveobject:1.????",
        "liveobject:2.eJwDAAAAAAE",
        "https://example.org",
        "liveobject:1.eJwDAAAAAA",
        "liveobject:1." + "A" * LONGEST,
        "liveobject:1.../../etc/passwd",
        link_to(bytes(9 * 1024 * 1024)),  # a few KB that unpack to more than the size limit of a file
        link_to(b"x") + "AAAA",
    ],
)
def test_links_that_hold_nothing_good_are_refused(link: str) -> None:
    with pytest.raises(DocumentError) as refused:
        content_of(link)
    assert "\n" not in str(refused.value)


def test_what_is_too_large_for_a_link_is_refused() -> None:
    with pytest.raises(DocumentError, match="send the file itself"):
        link_to(random.Random(1).randbytes(80_000))


@_PATIENT
@given(st.text(max_size=300))
def test_any_text_is_a_link_or_refused(text: str) -> None:
    for each in (text, f"liveobject:1.{text}"):
        try:
            content_of(each)
        except DocumentError:
            continue


# ---- embedding, listing, refreshing


@pytest.mark.parametrize("name", KINDS)
def test_an_object_is_put_into_a_new_document_and_found_again(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    assert put_into(file, shown())
    assert objects_in(file) == [CONTENT]
    assert not put_into(file, shown(picture=png(colour=0xFF0000)))  # already embedded: only the picture is refreshed
    assert put_into(file, shown(write(Document(Composite(), "Another"))))
    assert len(objects_in(file)) == 2


@pytest.mark.parametrize("name", KINDS)
def test_a_refresh_replaces_pictures_and_nothing_else(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    put_into(file, shown())
    put_into(file, shown(b"other", png(30, 20)))
    before = file.read_bytes()
    asked: list[tuple[bytes, tuple[int, int]]] = []

    def draw(content: bytes, size: tuple[int, int]) -> bytes | None:
        asked.append((content, size))
        return png(*size, 0x00FF00) if content == CONTENT else None

    assert refresh(file, draw) == (1, 1)
    assert asked == [(CONTENT, (64, 48)), (b"other", (30, 20))]
    assert file.read_bytes() != before
    if not name.endswith("html"):
        was, now = dict(_records(before)), dict(_records(file.read_bytes()))
        changed = [each for each in was if was[each] != now[each]]
        assert len(changed) == 1
        assert changed[0].startswith(("Pictures/", "word/media/", "ppt/media/"))
        assert members(file)[changed[0]] == png(64, 48, 0x00FF00)
    assert refresh(file, lambda content, size: png(*size) if content == CONTENT else None) == (1, 1)
    assert file.read_bytes() == before  # byte for byte unchanged


def _records(content: bytes) -> list[tuple[str, bytes]]:
    """Return every member with its header, as in the file."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return [
            (each.filename, content[each.header_offset : each.header_offset + 30 + each.compress_size])
            for each in package.infolist()
        ]


def test_a_damaged_link_does_not_keep_the_others_from_being_made_fresh(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    put_into(file, shown())
    put_into(file, shown(b"other"))
    file.write_bytes(file.read_bytes().replace(link_to(b"other").encode(), b"liveobject:1.damaged"))
    assert refresh(file, lambda _, size: png(*size, 0x00FF00)) == (1, 1)


def test_rights_and_links_of_a_document_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "page.html", tmp_path / "link.html"
    put_into(file, shown())
    file.chmod(0o640)
    link.symlink_to(file)
    put_into(link, shown(b"more"))
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert len(objects_in(file)) == 2


def test_words_of_others_are_never_markup(tmp_path: Path) -> None:
    for name in KINDS:
        put_into(tmp_path / name, shown())
    page = (tmp_path / "page.html").read_text("ascii")
    assert "Plan <b>" not in page
    assert "&lt;really&gt;" in page
    assert "Plan &lt;b&gt;" in members(tmp_path / "text.odt")["content.xml"].decode()


def test_nothing_is_written_over_a_document_that_is_open_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "text.odt"
    put_into(file, shown())
    before = file.read_bytes()
    (tmp_path / ".~lock.text.odt#").write_text("x")
    with pytest.raises(DocumentError, match="close it there"):
        put_into(file, shown(b"more"))
    assert file.read_bytes() == before


def test_a_document_without_objects_says_how_to_put_one_in(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<html><body>x</body></html>")
    with pytest.raises(DocumentError, match=r"liveobjects embed FILE page\.html"):
        refresh(tmp_path / "page.html", lambda *_: None)


@pytest.mark.parametrize("name", ["x.doc", "x", "x.liveobject"])
def test_other_kinds_of_documents_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"\.odt, \.odp, \.docx, \.pptx or \.html"):
        put_into(tmp_path / name, shown())
    assert not (tmp_path / name).exists()


def test_pages_in_other_encodings_and_cases_are_added_to(tmp_path: Path) -> None:
    file = tmp_path / "page.htm"
    old = "<HTML><BODY CLASS='x'>Grüße</BODY ></HTML>".encode("latin-1")
    file.write_bytes(old)
    put_into(file, shown())
    content = file.read_bytes()
    assert content.startswith(old[:27])
    assert content.endswith(b"</BODY ></HTML>")
    assert objects_in(file) == [CONTENT]


# ---- hostile documents


def _odt(tmp_path: Path) -> dict[str, bytes]:
    put_into(tmp_path / "good.odt", shown())
    return members(tmp_path / "good.odt")


def _packed(parts: dict[str, bytes]) -> bytes:
    return new_package(parts)


_BIG = 65 * 1024 * 1024


@functools.cache
def _big_member() -> bytes:
    """Return the record of a member that unpacks to more than is allowed."""
    whole = new_package({"x": b"", "content.xml": bytes(_BIG)})
    return whole[whole.index(b"PK\x03\x04", 4) : whole.index(b"PK\x01\x02")]


def _bomb(parts: dict[str, bytes], said: int = _BIG) -> bytes:
    """Return a small file with a large content; its directory may be wrong."""
    small = new_package(parts | {"content.xml": b"0123456789"})
    content, record = Package(small), _big_member()
    member = content._members["content.xml"]
    tail = small[member.end :]
    grown = bytearray(small[: member.begin] + record + tail)
    shift = len(record) - (member.end - member.begin)
    at = grown.index(b"PK\x01\x02")
    end = grown.rindex(b"PK\x05\x06")
    while at < end:
        length = 46 + sum(struct.unpack_from("<3H", grown, at + 28))
        (begin,) = struct.unpack_from("<L", grown, at + 42)
        if begin == member.begin:
            grown[at + 16 : at + 28] = record[14:22] + struct.pack("<L", said)
        elif begin > member.begin:
            grown[at + 42 : at + 46] = struct.pack("<L", begin + shift)
        at += length
    grown[end + 16 : end + 20] = struct.pack("<L", struct.unpack_from("<L", grown, end + 16)[0] + shift)
    return bytes(grown)


def _lying_bomb(parts: dict[str, bytes]) -> bytes:
    return _bomb(parts, 100)


def _entities(parts: dict[str, bytes]) -> bytes:
    head = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
    xml = parts["content.xml"].partition(b"?>\n")[2]
    return _packed(parts | {"content.xml": head + xml})


def _encrypted_flag(parts: dict[str, bytes]) -> bytes:
    content = bytearray(_packed(parts))
    at = content.index(b"PK\x01\x02")
    content[at + 8] |= 1
    return bytes(content)


def _encrypted_by_manifest(parts: dict[str, bytes]) -> bytes:
    manifest = parts["META-INF/manifest.xml"]
    return _packed(
        parts
        | {"META-INF/manifest.xml": manifest.replace(b"</manifest:", b"<manifest:encryption-data/></manifest:", 1)}
    )


def _twice(parts: dict[str, bytes]) -> bytes:
    return _packed(parts | {"content.xmk": b"x"}).replace(b"content.xmk", b"content.xml")


HOSTILE: dict[str, tuple[Callable[[dict[str, bytes]], bytes], str]] = {
    "a bomb": (_bomb, "too large"),
    "a bomb that lies": (_lying_bomb, "too large"),
    "entities": (_entities, "entities"),
    "a way out": (lambda parts: _packed(parts | {"../../x": b"x"}), "leads out"),
    "an absolute way out": (lambda parts: _packed(parts | {"/etc/x": b"x"}), "leads out"),
    "a way out on Windows": (lambda parts: _packed(parts | {"..\\x": b"x"}), "leads out"),
    "encryption": (_encrypted_flag, "encrypted"),
    "encryption of the standard": (_encrypted_by_manifest, "encrypted"),
    "macros": (lambda parts: _packed(parts | {"Basic/Standard/x.xml": b"x"}), "macros"),
    "scripts": (lambda parts: _packed(parts | {"Scripts/python/x.py": b"x"}), "macros"),
    "a signature": (lambda parts: _packed(parts | {"META-INF/documentsignatures.xml": b"x"}), "signed"),
    "two of a name": (_twice, "same name"),
    "no content": (lambda parts: _packed({"mimetype": parts["mimetype"]}), "no content.xml"),
    "another type": (lambda parts: _packed(parts | {"mimetype": b"application/zip"}), "not what its name says"),
    "torn XML": (lambda parts: _packed(parts | {"content.xml": b"<a><b></a>"}), "damaged"),
    "depth": (lambda parts: _packed(parts | {"content.xml": b"<a>" * 2000}), "nested|damaged"),
    "UTF-16": (
        lambda parts: _packed(parts | {"content.xml": parts["content.xml"].decode().encode("utf-16")}),
        "damaged|UTF-8",
    ),
    "no package": (lambda _: b"hello", "no document"),
    "half of it": (lambda parts: _packed(parts)[:-200], "damaged|no document"),
    "something before it": (lambda parts: b"#!/bin/sh\n" + _packed(parts), "damaged"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_documents_are_refused_in_one_line_and_left_alone(what: str, tmp_path: Path) -> None:
    make, reason = HOSTILE[what]
    file = tmp_path / "hostile.odt"
    content = make(_odt(tmp_path))
    file.write_bytes(content)
    for do in (lambda: put_into(file, shown(b"more")), lambda: refresh(file, lambda *_: png())):
        with pytest.raises(DocumentError, match=reason) as refused:
            do()
        assert "\n" not in str(refused.value)
    assert file.read_bytes() == content
    assert sorted(each.name for each in tmp_path.iterdir()) == ["good.odt", "hostile.odt"]


_DOCTYPE = b'<!DOCTYPE x [<!ENTITY a "a">]>'
_TYPES, _DOCUMENT = "[Content_Types].xml", "word/document.xml"
HOSTILE_DOCX: dict[str, tuple[Callable[[dict[str, bytes]], bytes], str]] = {
    "macros": (lambda parts: _packed(parts | {"word/vbaProject.bin": b"x"}), "macros"),
    "macros by type": (
        lambda parts: _packed(parts | {_TYPES: parts[_TYPES].replace(b"document.main", b"document.macroEnabled.main")}),
        "macros",
    ),
    "a signature": (lambda parts: _packed(parts | {"_xmlsignatures/sig1.xml": b"x"}), "signed"),
    "another type": (
        lambda parts: _packed(parts | {_TYPES: parts[_TYPES].replace(b"wordprocessingml", b"spreadsheetml")}),
        "not what its name says",
    ),
    "no types": (lambda parts: _packed({_DOCUMENT: parts[_DOCUMENT]}), "not what its name says"),
    "no document": (lambda parts: _packed({k: v for k, v in parts.items() if k != _DOCUMENT}), "lacks a part"),
    "entities": (
        lambda parts: _packed(
            parts | {_DOCUMENT: b'<!DOCTYPE x [<!ENTITY a "a">]>' + parts[_DOCUMENT].split(b"\n")[1]}
        ),
        "entities",
    ),
    "entities in relationships": (
        lambda parts: _packed(parts | {"word/_rels/document.xml.rels": _DOCTYPE + b"<x/>"}),
        "entities",
    ),
    "depth": (lambda parts: _packed(parts | {_DOCUMENT: b"<a>" * 2000}), "nested|damaged"),
    "torn XML": (lambda parts: _packed(parts | {_DOCUMENT: b"<a><b></a>"}), "damaged"),
    "a way out": (lambda parts: _packed(parts | {"../../x": b"x"}), "leads out"),
    "no package": (lambda _: b"hello", "no document"),
}


@pytest.mark.parametrize("what", HOSTILE_DOCX)
def test_hostile_documents_of_the_other_kind_are_refused_too(what: str, tmp_path: Path) -> None:
    make, reason = HOSTILE_DOCX[what]
    put_into(tmp_path / "good.docx", shown())
    file = tmp_path / "hostile.docx"
    content = make(members(tmp_path / "good.docx"))
    file.write_bytes(content)
    for do in (lambda: put_into(file, shown(b"more")), lambda: refresh(file, lambda *_: png())):
        with pytest.raises(DocumentError, match=reason) as refused:
            do()
        assert "\n" not in str(refused.value)
    assert file.read_bytes() == content


@pytest.mark.parametrize("name", ["text.docx", "slides.pptx"])
def test_objects_that_share_a_picture_get_one_of_their_own(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    put_into(file, shown())
    put_into(file, shown(b"other"))
    parts = members(file)
    pictures = [each for each in parts if each.endswith(".png")]
    assert len(pictures) == 2
    kept, dropped = (Path(each).name.encode() for each in pictures)  # as an office program does it
    merged = {each: text.replace(dropped, kept) for each, text in parts.items() if each != pictures[1]}
    file.write_bytes(new_package(merged))
    assert objects_in(file) == [CONTENT, b"other"]
    assert refresh(file, lambda _, size: png(*size, 0x00FF00)) == (2, 0)
    assert objects_in(file) == [CONTENT, b"other"]
    assert sum(text == png(64, 48, 0x00FF00) for text in members(file).values()) == 2


def _give(picture: bytes, _content: bytes, _size: tuple[int, int]) -> bytes:
    return picture


def test_a_picture_that_is_used_elsewhere_stays_there(tmp_path: Path) -> None:
    parts = _odt(tmp_path)
    xml = parts["content.xml"]
    (picture,) = [name for name in parts if name.startswith("Pictures/")]
    begin = xml.index(b"<text:p")
    other = f'<text:p><draw:frame><draw:image xlink:href="{picture}"/></draw:frame></text:p>'.encode()
    file = tmp_path / "both.odt"
    file.write_bytes(_packed(parts | {"content.xml": xml[:begin] + other + xml[begin:]}))
    for colour in (0x00FF00, 0xFF0000):
        fresh = png(64, 48, colour)
        assert refresh(file, functools.partial(_give, fresh)) == (1, 0)
        now = members(file)
        assert now[picture] == parts[picture]
        assert other in now["content.xml"]
        (own,) = [name for name in now if name.startswith("Pictures/") and name != picture]
        assert now[own] == fresh
        assert own.encode() in now["META-INF/manifest.xml"]


@pytest.mark.parametrize("name", ["text.odt", "slides.odp"])
def test_two_objects_that_share_a_picture_get_one_each(name: str, tmp_path: Path) -> None:
    """Office programs store equal pictures once."""
    file = tmp_path / name
    put_into(file, shown())
    put_into(file, shown(b"other"))
    parts = members(file)
    first, second = (each for each in parts if each.startswith("Pictures/"))
    del parts[second]
    parts["content.xml"] = parts["content.xml"].replace(second.encode(), first.encode())
    file.write_bytes(_packed(parts))
    wanted = {CONTENT: png(64, 48, 0x00FF00), b"other": png(64, 48, 0xFF0000)}
    assert refresh(file, lambda content, _: wanted[content]) == (2, 0)
    host = OfficeDocument(file.read_bytes(), TEXT_KIND if name == "text.odt" else PRESENTATION_KIND)
    assert [host.picture(number) for number in range(2)] == list(wanted.values())


@_PATIENT
@given(st.data())
def test_no_change_of_bytes_leads_to_anything_but_an_answer(data: st.DataObject) -> None:
    whole = bytearray(new_package({"mimetype": b"x", "content.xml": b"<a/>", "b": b"12345"}))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        package = Package(bytes(whole))
        for name in package.names:
            package.read(name, 1000)
        Package(package.with_members({"b": b"other"}))
    except DocumentError:
        return


@_PATIENT
@given(st.dictionaries(st.from_regex(r"[a-zä]{1,8}", fullmatch=True), st.binary(max_size=200), min_size=1))
def test_packages_are_what_other_programs_read(parts: dict[str, bytes]) -> None:
    content = Package(new_package(parts)).with_members({"more": b"x"})
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        assert package.testzip() is None
        assert {name: package.read(name) for name in package.namelist()} == parts | {"more": b"x"}


_PIECES = st.sampled_from(
    ["<a ", "<img ", 'href="', "src='", link_to(b"x"), "data:image/png;base64,AA==", '">', "'>", "</a>", "<!--"]
)


@_PATIENT
@given(st.lists(_PIECES | st.text(max_size=5), max_size=30))
def test_any_page_is_looked_through(tmp_path_factory: pytest.TempPathFactory, pieces: list[str]) -> None:
    file = tmp_path_factory.getbasetemp() / "any.html"
    text = "".join(pieces).encode(errors="replace") + b"</html>"
    file.write_bytes(text)
    put_into(file, shown())
    assert len(file.read_bytes()) > len(text)
    with contextlib.suppress(DocumentError):  # perhaps half a link
        assert objects_in(file)
