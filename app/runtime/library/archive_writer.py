# SPDX-License-Identifier: BSD-3-Clause
"""Writes archives: a folder of objects in one file, with a manifest, signed by its maker.

An archive is a zip file. `manifest.json` lists every other file with its SHA-256, and every object with its
type, so that nothing must run to know them. `manifest.sig` is the maker's Ed25519 signature of the manifest,
in hexadecimal. The same folder and maker always give the same bytes.
"""

import hashlib
import io
import zipfile
from pathlib import Path

import msgspec

from app.runtime.library.archive_reader import (
    MAX_ARCHIVE,
    MAX_FILES,
    MAX_UNPACKED,
    PURPOSE,
    Manifest,
    is_safe_path,
    open_archive,
)
from app.runtime.library.errors import ArchiveError
from app.runtime.library.library_scan import Scan, scan
from app.runtime.library.modules import Package
from app.runtime.library.source_tree import find_modules
from app.runtime.references import LiveObjectFileError, read
from app.runtime.references.secrets import holds_keys
from app.runtime.trust import Identity
from app.runtime.types import STANDARD, TypeNames

_LEFT_OUT = ("__pycache__", "test_", ".")
_BEGINNING_OF_TIME = (1980, 1, 1, 0, 0, 0)


def make_archive(folder: Path, name: str, identity: Identity | None = None) -> bytes:
    """Return the archive of a folder of objects; imports its modules once."""
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _files(folder)}
    _refuse_unsuitable(files)
    manifest = Manifest(
        1,
        name,
        None if identity is None else identity.public,
        {path: hashlib.sha256(content).hexdigest() for path, content in files.items()},
        _offer(folder, files),
    )
    described = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    parts = {"manifest.json": described}
    if identity is not None:
        parts["manifest.sig"] = identity.sign(PURPOSE, described).hex().encode()
    data = _zipped({**parts, **files})
    if len(data) > MAX_ARCHIVE:
        raise ArchiveError(f"the archive would be larger than {MAX_ARCHIVE // 1024**2} MB", "leave files out")
    open_archive(data)  # An archive made here must be readable elsewhere.
    return data


def digest_of(data: bytes) -> str:
    """Return the digest by which references name an archive."""
    return hashlib.sha256(data).hexdigest()


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise ArchiveError(f"{folder} is not a folder", "name the folder that holds your objects")
    found = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    return sorted(path for path in found if not _is_left_out(path.relative_to(folder)) and not _holds_keys(path))


def _is_left_out(path: Path) -> bool:
    return any(part.startswith(_LEFT_OUT) for part in path.parts)


def _holds_keys(path: Path) -> bool:
    """Whether it is a file with the key of a channel, which those who get the library must not learn."""
    if path.suffix != ".liveobject":
        return False
    try:
        return holds_keys(read(path).reference)
    except LiveObjectFileError:
        return True  # sealed, or damaged


def _refuse_unsuitable(files: dict[str, bytes]) -> None:
    for path in files:
        if not is_safe_path(path) or path in ("manifest.json", "manifest.sig"):
            raise ArchiveError(f"the file {path!r} cannot be in an archive", "rename it: letters, digits, - and _")
    if len(files) > MAX_FILES or sum(map(len, files.values())) > MAX_UNPACKED:
        raise ArchiveError(f"more than {MAX_FILES} files or {MAX_UNPACKED // 1024**2} MB", "make several libraries")


def _offer(folder: Path, files: dict[str, bytes]) -> Scan:
    # The package is named after the content: an older version of the folder may still be loaded.
    content = hashlib.sha256(b"".join(path.encode() + files[path] for path in files)).hexdigest()
    package = Package(f"liveobjects_packing_{content[:32]}", folder, TypeNames(STANDARD))
    offer = scan(package, find_modules(folder))
    if offer.problems:
        raise ArchiveError(f"the folder has mistakes: {offer.problems[0]}", "correct them first")
    if not offer.entries:
        raise ArchiveError(f"there is no live object in {folder}", "put each in a folder with a `proxy.py`")
    return offer


def _zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            info = zipfile.ZipInfo(path, _BEGINNING_OF_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o100644 << 16
            archive.writestr(info, content)
    return buffer.getvalue()
