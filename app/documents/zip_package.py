# SPDX-License-Identifier: BSD-3-Clause
"""ZIP packages from untrusted sources: bounded reading, and rewriting that keeps other members.

Unchanged members are copied with their headers, byte for byte, without unpacking.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from app.documents.errors import SAVE_AGAIN, DocumentError

LARGEST = 256 * 1024 * 1024
_MOST_MEMBERS = 20_000
_LONGEST_NAME = 1000
_END = struct.Struct("<4s4H2LH")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_STORED, _DEFLATED = 0, 8
_ENCRYPTED, _UTF8 = 0x1, 0x800
_BEGIN_OF_1980 = 0x21


def _broken(what: str) -> DocumentError:
    return DocumentError(f"the document is damaged: {what}", SAVE_AGAIN)


@dataclass(frozen=True)
class _Member:
    name: str
    central: bytes
    begin: int
    data: int
    end: int
    method: int
    checksum: int
    packed: int
    size: int


class Package:
    """A package whose directory was checked; members are unpacked on demand."""

    def __init__(self, content: bytes) -> None:
        if len(content) > LARGEST:
            raise DocumentError(
                f"the document has more than {LARGEST // 2**20} MB", "use a smaller one, or an HTML page"
            )
        self._content = content
        try:
            self._members = {each.name: each for each in self._directory()}
        except (struct.error, UnicodeDecodeError):
            raise _broken("its directory cannot be read") from None

    @property
    def names(self) -> list[str]:
        """Names of all members, in directory order."""
        return list(self._members)

    def read(self, name: str, most: int) -> bytes:
        """Return an unpacked member; a DocumentError if it is missing, damaged or too large."""
        member = self._members.get(name)
        if member is None:
            raise _broken(f"it has no {name}")
        packed = self._content[member.data : member.data + member.packed]
        if member.size > most:
            raise DocumentError(f"{name} in the document is too large", "use a smaller document")
        if member.method == _DEFLATED:
            unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
            try:
                content = unpacking.decompress(packed, most + 1)
            except zlib.error:
                raise _broken(f"{name} cannot be unpacked") from None
        else:
            content = packed
        if len(content) > most:  # the directory is wrong
            raise DocumentError(f"{name} in the document is too large", "use a smaller document")
        if len(content) != member.size or zlib.crc32(content) != member.checksum:
            raise _broken(f"{name} is not what was saved")
        return content

    def with_members(self, changed: Mapping[str, bytes]) -> bytes:
        """Return the package with some members replaced or added."""
        pieces: list[bytes] = []
        directory: dict[str, bytes] = {}
        place = 0
        for member in sorted(self._members.values(), key=lambda each: each.begin):
            if member.name in changed:
                record, entry = _record(member.name, changed[member.name], place)
            else:
                record = self._content[member.begin : member.end]
                entry = member.central[:42] + struct.pack("<L", place) + member.central[46:]
            pieces.append(record)
            directory[member.name] = entry
            place += len(record)
        for name, content in changed.items():
            if name not in self._members:
                record, directory[name] = _record(name, content, place)
                pieces.append(record)
                place += len(record)
        order = [*self._members, *(name for name in changed if name not in self._members)]
        return _joined(pieces, [directory[name] for name in order])

    def _directory(self) -> list[_Member]:
        content = self._content
        at = content.rfind(b"PK\x05\x06", max(0, len(content) - _END.size - 0xFFFF))
        if at < 0:
            raise DocumentError("this is no document of an office program", "give an .odt, .odp, .docx or .pptx file")
        _, disk, first, here, count, size, begin, comment = _END.unpack_from(content, at)
        if (disk, first) != (0, 0) or here != count or at + _END.size + comment != len(content):
            raise _broken("its end is not where it should be")
        if count > _MOST_MEMBERS or begin + size != at:
            raise _broken("its directory is not where it should be")
        read = []
        place = begin
        for _ in range(count):
            fields = _CENTRAL.unpack_from(content, place)
            long = fields[10] + fields[11] + fields[12]
            if fields[0] != b"PK\x01\x02" or place + _CENTRAL.size + long > at:
                raise _broken("its directory cannot be read")
            read.append(content[place : place + _CENTRAL.size + long])
            place += _CENTRAL.size + long
        if place != at:
            raise _broken("its directory cannot be read")
        return self._members_of(read, begin)

    def _members_of(self, entries: list[bytes], directory: int) -> list[_Member]:
        begins = [struct.unpack_from("<L", entry, 42)[0] for entry in entries]
        ends = dict(zip(sorted(begins), [*sorted(begins)[1:], directory], strict=True))
        if len(ends) != len(entries):
            raise _broken("two members are in the same place")
        members = [self._member(entry, begin, ends[begin]) for entry, begin in zip(entries, begins, strict=True)]
        if len({each.name for each in members}) != len(members):
            raise _broken("two members have the same name")
        return members

    def _member(self, entry: bytes, begin: int, end: int) -> _Member:
        fields = _CENTRAL.unpack_from(entry)
        flags, method, checksum, packed, size, length = fields[3], fields[4], *fields[7:11]
        raw = entry[_CENTRAL.size : _CENTRAL.size + length]
        name = raw.decode("utf-8" if flags & _UTF8 else "cp437")
        if flags & _ENCRYPTED:
            raise _encrypted()
        if method not in (_STORED, _DEFLATED) or 0xFFFFFFFF in (packed, size, begin):
            raise _broken(f"{name[:60]!r} is packed in a way that office programs do not use")
        if not _is_harmless(name):
            raise _broken(f"the name {name[:60]!r} leads out of it")
        local = _LOCAL.unpack_from(self._content, begin)
        data = begin + _LOCAL.size + local[9] + local[10]
        same = self._content[begin + _LOCAL.size : begin + _LOCAL.size + local[9]] == raw
        if local[0] != b"PK\x03\x04" or not same or data + packed > end:
            raise _broken(f"{name[:60]!r} is not where it should be")
        return _Member(name, entry, begin, data, end, method, checksum, packed, size)


def new_package(members: Mapping[str, bytes]) -> bytes:
    """Make a package; its first member is stored uncompressed, as OpenDocument requires."""
    pieces, directory, place = [], [], 0
    for number, (name, content) in enumerate(members.items()):
        record, entry = _record(name, content, place, plain=number == 0)
        pieces.append(record)
        directory.append(entry)
        place += len(record)
    return _joined(pieces, directory)


def _encrypted() -> DocumentError:
    return DocumentError("the document is encrypted", "save it without a password, or use another one")


def _is_harmless(name: str) -> bool:
    parts = name.removesuffix("/").split("/")
    odd = any(each in name for each in "\\\0:") or len(name) > _LONGEST_NAME
    return not odd and all(part not in ("", ".", "..") for part in parts)


def _record(name: str, content: bytes, position: int, *, plain: bool = False) -> tuple[bytes, bytes]:
    """Return a member and its directory entry; pictures are not compressed again."""
    plain = plain or name.endswith(".png")
    method, packed = _STORED, content
    if not plain:
        packing = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        method, packed = _DEFLATED, packing.compress(content) + packing.flush()
    raw = name.encode()
    flags = 0 if name.isascii() else _UTF8
    common = (flags, method, 0, _BEGIN_OF_1980, zlib.crc32(content), len(packed), len(content), len(raw), 0)
    local = _LOCAL.pack(b"PK\x03\x04", 20, *common) + raw
    entry = _CENTRAL.pack(b"PK\x01\x02", 20, 20, *common, 0, 0, 0, 0, position) + raw
    return local + packed, entry


def _joined(pieces: list[bytes], directory: list[bytes]) -> bytes:
    place, size = sum(map(len, pieces)), sum(map(len, directory))
    count = len(directory)
    end = _END.pack(b"PK\x05\x06", 0, 0, count, count, size, place, 0)
    return b"".join([*pieces, *directory, end])
