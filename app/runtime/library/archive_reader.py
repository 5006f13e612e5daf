# SPDX-License-Identifier: BSD-3-Clause
"""Opens an archive from an untrusted maker: everything is checked before it is used.

The digest of the whole file was compared before; the maker may still be hostile.
"""

import hashlib
import io
import re
import shutil
import stat
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.runtime.library.errors import ArchiveError
from app.runtime.library.library_scan import Scan
from app.runtime.trust import SignatureError, verify

MAX_ARCHIVE = 64 * 1024 * 1024
MAX_UNPACKED = 256 * 1024 * 1024
MAX_FILES = 2_000
MAX_MANIFEST = 8 * 1024 * 1024
PURPOSE = "library archive"

_MAX_PATH = 200
_SEGMENT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_END = struct.Struct("<4sHHHHIIH")
_ENTRY_BYTES = 46 + _MAX_PATH + 64
_ASK = "ask its maker for a good one"


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The manifest of an archive."""

    format: int
    name: str
    signer: str | None
    files: dict[str, str]
    offer: Scan


@dataclass(frozen=True)
class Archive:
    """An archive whose manifest, signature and files have been checked."""

    manifest: Manifest
    files: dict[str, bytes]

    def unpack(self, target: Path) -> None:
        """Write the files to a new folder atomically."""
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=".unpacking-", dir=target.parent))
        try:
            for path, content in self.files.items():
                file = temporary / path
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                file.write_bytes(content)
            temporary.replace(target)
        except OSError:
            shutil.rmtree(temporary)
            raise

    def is_unpacked_in(self, folder: Path) -> bool:
        """Whether the folder has exactly these files; compiled Python files do not count."""
        there = [path for path in folder.rglob("*") if "__pycache__" not in path.parts]
        if any(path.is_symlink() for path in there):
            return False
        found = {path.relative_to(folder).as_posix(): path for path in there if path.is_file()}
        return found.keys() == self.files.keys() and all(
            found[path].read_bytes() == content for path, content in self.files.items()
        )


def is_safe_path(path: str) -> bool:
    """Whether the path stays inside its folder on every system, and is not hidden."""
    parts = path.split("/")
    return len(path) <= _MAX_PATH and len(parts) <= 8 and all(_SEGMENT.fullmatch(part) for part in parts)


def open_archive(data: bytes) -> Archive:
    """Return the archive in the bytes, or raise an ArchiveError."""
    if len(data) > MAX_ARCHIVE:
        raise ArchiveError(f"the archive is larger than {MAX_ARCHIVE // 1024**2} MB", _ASK)
    _refuse_odd_ending(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as opened:
            files = dict(_contents(opened))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, UnicodeDecodeError) as error:
        raise ArchiveError(f"the archive is damaged: {error}", _ASK) from None
    described = files.pop("manifest.json", None)
    signature = files.pop("manifest.sig", None)
    if described is None:
        raise ArchiveError("the archive has no manifest", _ASK)
    manifest = _manifest(described)
    _check_signature(manifest, described, signature)
    _check_files(manifest, files)
    return Archive(manifest, files)


def _refuse_odd_ending(data: bytes) -> None:
    """Check the file count in the end record of a zip file before any of its files."""
    ending = data[-_END.size :]
    if len(ending) < _END.size:
        raise ArchiveError("the archive is damaged: it has no end", _ASK)
    mark, disk, first_disk, here, count, size, offset, comment = _END.unpack(ending)
    if mark != b"PK\x05\x06" or comment or disk or first_disk or here != count:
        raise ArchiveError("the archive is damaged: it does not end as a zip file does", _ASK)
    if offset + size + _END.size != len(data):
        raise ArchiveError("the archive is damaged: it holds more than its files", _ASK)
    if count > MAX_FILES + 2 or size > (MAX_FILES + 2) * _ENTRY_BYTES:
        raise ArchiveError(f"the archive has more than {MAX_FILES} files", _ASK)


def _contents(opened: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    infos = opened.infolist()
    seen: set[str] = set()
    for info in infos:
        _refuse_unsafe(info)
        if info.filename.casefold() in seen:
            raise ArchiveError(f"the archive has {info.filename!r} twice", _ASK)
        seen.add(info.filename.casefold())
    if sum(info.file_size for info in infos) > MAX_UNPACKED:
        raise ArchiveError(f"the archive unpacks to more than {MAX_UNPACKED // 1024**2} MB", _ASK)
    for info in infos:
        with opened.open(info) as file:
            # The content may be longer than announced; zipfile stops at that size and checks the sum.
            content = file.read(info.file_size + 1)
        if len(content) != info.file_size:
            raise ArchiveError(f"{info.filename!r} is not as large as the archive says", _ASK)
        yield info.filename, content


def _refuse_unsafe(info: zipfile.ZipInfo) -> None:
    kind = stat.S_IFMT(info.external_attr >> 16)
    name = info.filename
    if not is_safe_path(name) or name != info.orig_filename:
        raise ArchiveError(f"the archive wants to write to {name[:60]!r}", "do not use it; its maker may mean harm")
    if kind not in (0, stat.S_IFREG):
        raise ArchiveError(f"{name!r} in the archive is not a plain file", _ASK)
    if info.flag_bits & 0x1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ArchiveError(f"{name!r} in the archive is packed in a way that is not used here", _ASK)


def _manifest(described: bytes) -> Manifest:
    if len(described) > MAX_MANIFEST:
        raise ArchiveError("the manifest of the archive is too large", _ASK)
    try:
        manifest = msgspec.json.decode(described, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ArchiveError(f"the manifest cannot be read: {error}", _ASK) from None
    if manifest.format != 1:
        raise ArchiveError(f"the archive has the format {manifest.format}", "update the program")
    if not manifest.name.isprintable() or not 0 < len(manifest.name) <= 80:
        raise ArchiveError("the archive has no good name", _ASK)
    return manifest


def _check_signature(manifest: Manifest, described: bytes, signature: bytes | None) -> None:
    if manifest.signer is None and signature is None:
        return
    if manifest.signer is None or signature is None:
        raise ArchiveError("the archive has a signer without signature, or a signature without signer", _ASK)
    try:
        verify(manifest.signer, PURPOSE, described, bytes.fromhex(signature.decode("ascii")))
    except (SignatureError, ValueError) as error:
        raise ArchiveError(f"the signature of the archive is wrong: {error}", "do not use it") from None


def _check_files(manifest: Manifest, files: dict[str, bytes]) -> None:
    differing = manifest.files.keys() ^ files.keys()
    if differing:
        raise ArchiveError(f"the manifest and the files of the archive differ in {min(differing)!r}", _ASK)
    for path, content in files.items():
        if hashlib.sha256(content).hexdigest() != manifest.files[path]:
            raise ArchiveError(f"{path!r} is not what the manifest says", "do not use it")
    for module in [*(entry.module for entry in manifest.offer.entries), *manifest.offer.formalisms]:
        if module.replace(".", "/") + ".py" not in files:
            raise ArchiveError(f"the module {module!r} is not in the archive", _ASK)
