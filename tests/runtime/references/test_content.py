# SPDX-License-Identifier: BSD-3-Clause
"""The content that files carry: round trip, bounds, files beside, and refusal of malformed ones."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from app.runtime.references import (
    ContentPart,
    Document,
    Drawing,
    LiveObjectFileError,
    Placed,
    Primitive,
    Sidecar,
    content_digest,
    content_file,
    content_path,
    content_xml,
    identity,
    read,
    save_document,
    with_content_if_readable,
    with_sidecar,
    write,
)
from app.runtime.references.content_xml import LATEST_TIME
from app.runtime.references.limits import MAX_CONTENT, MAX_CONTENT_PARTS
from app.runtime.references.schema import schema_violations

PART = ContentPart(bytes(range(16)), "ab" * 32, 1_900_000_000_123, b"packed")
OTHER = ContentPart(bytes(16), "cd" * 32, 0, b"\0")
PLAIN = Document(Primitive(5), "Title", drawing=Drawing((Placed((), 1, 2),)))
CARRYING = replace(PLAIN, content=(PART, OTHER))
SIDECAR = Sidecar("ef" * 32, 12)


def test_content_stands_behind_the_drawing_and_is_read_and_written_alike() -> None:
    data = write(CARRYING)
    assert read(data) == CARRYING
    assert write(read(data)) == data
    assert schema_violations(data) == []
    assert data.index(b"</drawing>") < data.index(b'<content xmlns="urn:liveobject:content:1">')
    assert b'time="2030-03-17T17:46:40.123Z">cGFja2Vk</part>' in data
    assert b'time="1970-01-01T00:00:00.000Z"' in data


def test_content_changes_neither_the_identity_nor_files_without_it() -> None:
    assert identity(read(write(CARRYING)).reference) == identity(PLAIN.reference)
    assert write(replace(CARRYING, content=())) == write(PLAIN)
    assert b"content" not in write(PLAIN)


def test_programs_that_do_not_know_a_version_of_it_keep_it_as_an_annotation() -> None:
    data = write(CARRYING).replace(b"urn:liveobject:content:1", b"urn:liveobject:content:2")
    document = read(data)
    assert document.content == ()
    assert b"cGFja2Vk" in write(document)
    assert read(write(document)) == document


def test_comments_before_the_content_are_kept() -> None:
    data = write(CARRYING).replace(b"  <content", b"  <!-- saved -->\n  <content")
    assert b"<!-- saved -->" in write(read(data))
    assert read(data).content == CARRYING.content


def test_base64_may_be_wrapped() -> None:
    assert read(write(CARRYING).replace(b"cGFja2Vk", b"\n  cGFj\n  a2Vk\n")) == CARRYING


def test_the_last_moment_can_be_written() -> None:
    late = replace(PLAIN, content=(replace(PART, time=LATEST_TIME),))
    assert read(write(late)) == late


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (rb'document="[^"]*"', b'document="12"', "does not identify a document"),
        (rb'document="[^"]*"', b'document="%s"' % (b"AB" * 16), "does not identify a document"),
        (rb'document="[^"]*" ', b"", "has no document"),
        (rb'author="[^"]*"', b'author="nobody"', "not a public key"),
        (rb'author="[^"]*" ', b"", "has no author"),
        (rb'time="[^"]*"', b'time="yesterday"', "not a time"),
        (rb'time="[^"]*"', b'time="2030-02-31T12:00:00.000Z"', "not a time"),
        (rb'time="[^"]*"', b'time="1969-12-31T23:59:59.999Z"', "not a time"),
        (rb'time="[^"]*"', b'time="2030-01-31T12:00:00Z"', "not a time"),
        (rb' time="[^"]*"', b"", "has no time"),
        (rb"cGFja2Vk", b"c", "not base64"),
        (rb"cGFja2Vk", b"&lt;plain&gt;", "not base64"),
        (rb"cGFja2Vk", b"", "is empty"),
        (rb"cGFja2Vk", b"<part/>", "does not belong"),
        (rb"cGFja2Vk", b"cGFj<!-- x -->a2Vk", "cannot be annotated"),
        (rb"<part ", b"<!-- x --><part ", "cannot be annotated"),
        (rb"<part ", b'<part more="1" ', "no attribute"),
        (rb"<part ", b'<part xmlns:x="u:u" x:more="1" ', "cannot be annotated"),
        (rb"(    <part .*?</part>\n)", rb"\1\1", "already a part"),
        (rb"(    <part .*?</part>\n)", rb"<content/>", "does not belong"),
        (rb"(    <part .*?</part>\n)", rb"<composite xmlns='urn:liveobject:reference:1'/>", "does not belong"),
        (rb"(?s)    <part .*</part>\n", b"", "carries nothing"),
        (rb"(?s)    <part .*</part>\n", b"words", "there is text"),
        (rb"<content ", b'<content more="1" ', "no attribute"),
        (rb"<content ", b'<content xmlns:x="u:u" x:more="1" ', "cannot be annotated"),
        (rb"</content>", b"<x:a xmlns:x='u:u'/></content>", "cannot be annotated"),
        (rb"<content ", b'<content beside="%s" size="5" ' % (b"ef" * 32), "here and in a file beside"),
        (rb"(?s)<content .*</content>", rb"\g<0>\g<0>", "does not belong into <liveobject>"),
        (rb"(?s)<content .*</content>", rb"<x:a xmlns:x='u:u'>\g<0></x:a>", "cannot stand inside an annotation"),
        (rb"(?s)<drawing(.*)</drawing>\s*(<content .*</content>)", rb"<drawing\1\2</drawing>", "does not belong"),
        (rb"<content ", b'<more xmlns="urn:liveobject:content:1"/><content ', "is not known"),
    ],
)
def test_what_is_no_content_is_refused(old: bytes, new: bytes, why: str) -> None:
    altered, count = re.subn(old, new, write(CARRYING), count=1)
    assert count == 1
    with pytest.raises(LiveObjectFileError, match=why):
        read(altered)


@pytest.mark.parametrize(
    "attributes",
    [
        b'beside="ef" size="5"',
        b'beside="%s" size="0"' % (b"ef" * 32),
        b'beside="%s" size="-1"' % (b"ef" * 32),
        b'beside="%s" size="99999999999"' % (b"ef" * 32),
        b'beside="%s"' % (b"ef" * 32),
        b'size="5"',
    ],
)
def test_a_wrong_digest_or_size_is_refused(attributes: bytes) -> None:
    data = write(replace(PLAIN, sidecar=SIDECAR))
    assert read(data) == replace(PLAIN, sidecar=SIDECAR)
    assert schema_violations(data) == []
    with pytest.raises(LiveObjectFileError, match=r"wrong digest or size|has no"):
        read(re.sub(rb'beside="[^"]*" size="12"', attributes, data))


@pytest.mark.parametrize(
    "content",
    [
        (replace(PART, document=b"short"),),
        (replace(PART, author="nobody"),),
        (replace(PART, time=-1),),
        (replace(PART, time=LATEST_TIME + 1),),
        (replace(PART, packed=b""),),
        (PART, PART),
        tuple(replace(PART, document=number.to_bytes(16, "big")) for number in range(MAX_CONTENT_PARTS + 1)),
    ],
)
def test_what_could_not_be_read_back_is_not_written(content: tuple[ContentPart, ...]) -> None:
    with pytest.raises(LiveObjectFileError, match="the content is invalid"):
        write(replace(PLAIN, content=content))


@pytest.mark.parametrize("sidecar", [Sidecar("?", 5), Sidecar("ef" * 32, 0)])
def test_a_wrong_digest_is_not_written(sidecar: Sidecar) -> None:
    with pytest.raises(LiveObjectFileError, match="its digest is wrong"):
        write(replace(PLAIN, sidecar=sidecar))
    with pytest.raises(LiveObjectFileError, match="in two places"):
        write(replace(CARRYING, sidecar=SIDECAR))


def test_too_many_parts_are_refused_before_they_are_read() -> None:
    data = re.sub(rb"(?s)<part .*</part>", b"<part/>" * (MAX_CONTENT_PARTS + 1), write(CARRYING))
    with pytest.raises(LiveObjectFileError, match="more than 4,096 parts"):
        read(data)


def test_a_file_carries_16_mib_and_no_more() -> None:
    most = replace(PLAIN, content=(replace(PART, packed=os.urandom(MAX_CONTENT - 1)), OTHER))
    data = write(most)
    assert read(data) == most
    with pytest.raises(LiveObjectFileError, match="the content is larger than 16 MB"):
        write(replace(most, content=(*most.content, replace(OTHER, document=b"3" * 16))))


def test_the_digest_is_that_of_the_file_beside() -> None:
    assert content_digest(PLAIN) == b""
    assert len(content_digest(CARRYING)) == 32
    assert content_digest(replace(PLAIN, sidecar=SIDECAR)).hex() == SIDECAR.digest
    digests = {
        content_digest(replace(PLAIN, content=content))
        for content in (
            *((PART, OTHER), (OTHER, PART), (PART,), (replace(PART, time=1),), (replace(PART, packed=b"x"),)),
            *((replace(PART, author=OTHER.author),), (replace(PART, document=OTHER.document),)),
        )
    }
    assert len(digests) == 7


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Content of more than six bytes goes into a file beside."""
    for module in (content_file, content_xml):
        monkeypatch.setattr(module, "MAX_CONTENT", 6)


def test_small_content_is_saved_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.liveobject"
    save_document(path, CARRYING)
    assert path.read_bytes() == write(CARRYING)
    assert with_sidecar(read(path), path) == CARRYING
    assert [each.name for each in tmp_path.iterdir()] == ["a.liveobject"]


@pytest.mark.usefixtures("small")
def test_large_content_is_saved_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.liveobject"
    save_document(path, CARRYING, private=True)
    document = read(path)
    assert document.content == ()
    assert document.sidecar is not None
    assert content_path(path).name == "a.liveobject.content"
    assert hashlib.sha256(content_path(path).read_bytes()).digest() == content_digest(document)
    assert content_digest(document) == content_digest(CARRYING)
    assert with_sidecar(document, path) == CARRYING
    assert with_content_if_readable(document, path) == (CARRYING, "")
    assert {each.stat().st_mode & 0o777 for each in tmp_path.iterdir()} == {0o600}
    save_document(path, document)  # what was not read stays where it is
    assert with_sidecar(read(path), path) == CARRYING
    save_document(path, PLAIN)
    assert not content_path(path).exists()
    assert path.read_bytes() == write(PLAIN)


def test_other_files_beside_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.liveobject"
    content_path(path).write_bytes(b"my own")
    save_document(path, PLAIN)
    assert content_path(path).read_bytes() == b"my own"


@pytest.mark.usefixtures("small")
def test_content_beside_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content_file, "MAX_SIDECAR", 20)
    with pytest.raises(LiveObjectFileError, match="save it without content"):
        save_document(tmp_path / "a.liveobject", CARRYING)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("small")
def test_the_file_beside_must_be_the_right_one(tmp_path: Path) -> None:
    path = tmp_path / "a.liveobject"
    save_document(path, CARRYING)
    document = read(path)
    good = content_path(path).read_bytes()
    for wrong in (good[:-1], good + b"\0", good[:-1] + b"\1", b""):
        content_path(path).write_bytes(wrong)
        with pytest.raises(LiveObjectFileError, match="is not the content of the file beside it"):
            with_sidecar(document, path)
    content_path(path).unlink()
    found, reason = with_content_if_readable(document, path)
    assert found == document
    assert "a.liveobject.content: cannot be read" in reason
    with pytest.raises(LiveObjectFileError, match="cannot be read"):
        with_sidecar(document, path)
    for odd in (b"something else", good[:-1], good[:40], good + good[21:]):
        content_path(path).write_bytes(odd)
        found = replace(PLAIN, sidecar=Sidecar(hashlib.sha256(odd).hexdigest(), len(odd)))
        with pytest.raises(LiveObjectFileError, match="is not readable as content"):
            with_sidecar(found, path)


def test_a_private_file_replaces_one_that_all_could_read(tmp_path: Path) -> None:
    path = tmp_path / "a.liveobject"
    save_document(path, PLAIN)
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()
    save_document(path, PLAIN, private=True)
    assert path.stat().st_mode & 0o777 == 0o600


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
