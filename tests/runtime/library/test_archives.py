# SPDX-License-Identifier: BSD-3-Clause
"""Archives: reproducible bytes, and nothing harmful is unpacked."""

import contextlib
import hashlib
import io
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.runtime.library import ArchiveError, digest_of, make_archive
from app.runtime.library import archive_reader as limits
from app.runtime.library.archive_reader import Archive, is_safe_path, open_archive
from app.runtime.trust import Identity
from tests.runtime.library.samples import COUNTER, write_object

MAKER = Identity(bytes(32))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "objects"
    write_object(root / "counter", COUNTER, icon="<svg/>")
    (root / "counter" / "test_counter.py").write_text("raise RuntimeError")
    (root / ".git").mkdir()
    (root / ".git" / "config").write_text("secret")
    (root / "counter" / "link.py").symlink_to("/etc/passwd")
    return root


@pytest.fixture(scope="session")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    root = tmp_path_factory.mktemp("good")
    write_object(root / "counter", COUNTER)
    return make_archive(root, "Numbers", MAKER)


def test_an_archive_holds_the_folder_and_what_it_offers(folder: Path) -> None:
    archive = open_archive(make_archive(folder, "Numbers", MAKER))
    assert sorted(archive.files) == ["counter/icon.svg", "counter/proxy.py"]
    assert archive.manifest.name == "Numbers"
    assert archive.manifest.signer == MAKER.public
    (entry,) = archive.manifest.offer.entries
    assert (entry.name, entry.module, entry.cls) == ("Counter", "counter.proxy", "Counter")


def test_the_same_folder_gives_the_same_bytes(folder: Path) -> None:
    first = make_archive(folder, "Numbers", MAKER)
    (folder / "counter" / "proxy.py").touch()
    assert make_archive(folder, "Numbers", MAKER) == first
    assert digest_of(first) == hashlib.sha256(first).hexdigest()


def test_an_archive_need_not_be_signed(folder: Path) -> None:
    assert open_archive(make_archive(folder, "Numbers")).manifest.signer is None


def test_a_changed_folder_can_be_packed_again(folder: Path) -> None:
    make_archive(folder, "Numbers")
    write_object(folder / "counter", COUNTER.replace('name="Counter"', 'name="Better counter"'))
    archive = open_archive(make_archive(folder, "Numbers"))
    assert archive.manifest.offer.entries[0].name == "Better counter"


class TestMaking:
    def test_no_folder(self, tmp_path: Path) -> None:
        with pytest.raises(ArchiveError, match="is not a folder; name the folder that holds your objects"):
            make_archive(tmp_path / "nowhere", "X")

    def test_no_objects(self, tmp_path: Path) -> None:
        with pytest.raises(ArchiveError, match="there is no live object in"):
            make_archive(tmp_path, "X")

    def test_mistakes(self, tmp_path: Path) -> None:
        write_object(tmp_path / "broken", "1/0")
        with pytest.raises(ArchiveError, match=r"the folder has mistakes: broken/proxy\.py: ZeroDivisionError"):
            make_archive(tmp_path, "X")

    @pytest.mark.parametrize("name", ["a b.txt", "-x", "manifest.json", "é.txt"])
    def test_names_of_files(self, folder: Path, name: str) -> None:
        (folder / name).write_text("")
        with pytest.raises(ArchiveError, match="cannot be in an archive; rename it"):
            make_archive(folder, "X")

    def test_too_many_files(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("app.runtime.library.archive_writer.MAX_FILES", 1)
        with pytest.raises(ArchiveError, match="make several libraries"):
            make_archive(folder, "X")

    def test_too_large(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("app.runtime.library.archive_writer.MAX_ARCHIVE", 100)
        with pytest.raises(ArchiveError, match="leave files out"):
            make_archive(folder, "X")

    @pytest.mark.parametrize("name", ["", "a\nb", "x" * 81])
    def test_bad_name(self, folder: Path, name: str) -> None:
        with pytest.raises(ArchiveError, match="the archive has no good name"):
            make_archive(folder, name)


def test_unpacking_writes_exactly_the_files(good: bytes, tmp_path: Path) -> None:
    archive = open_archive(good)
    target = tmp_path / "deep" / "target"
    archive.unpack(target)
    assert archive.is_unpacked_in(target)
    (target / "counter" / "__pycache__").mkdir()
    (target / "counter" / "__pycache__" / "proxy.pyc").write_bytes(b"")
    assert archive.is_unpacked_in(target)
    assert [path.name for path in target.parent.iterdir()] == ["target"]


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "counter" / "proxy.py").write_text("evil"),
        lambda root: (root / "counter" / "more.py").write_text("evil"),
        lambda root: (root / "counter" / "proxy.py").unlink(),
        lambda root: (root / "more").symlink_to("/etc"),
    ],
)
def test_a_change_of_what_was_unpacked_is_noticed(
    good: bytes, tmp_path: Path, change: Callable[[Path], object]
) -> None:
    archive = open_archive(good)
    archive.unpack(tmp_path / "target")
    change(tmp_path / "target")
    assert not archive.is_unpacked_in(tmp_path / "target")


def test_a_failure_while_unpacking_leaves_nothing(good: bytes, tmp_path: Path) -> None:
    (tmp_path / "target").mkdir()
    (tmp_path / "target" / "in the way").touch()
    with pytest.raises(OSError, match="not empty"):
        open_archive(good).unpack(tmp_path / "target")
    assert [path.name for path in tmp_path.iterdir()] == ["target"]


def zipped(*files: tuple[zipfile.ZipInfo | str, bytes], **options: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", options.get("compression", zipfile.ZIP_STORED)) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return buffer.getvalue()


def refusal(data: bytes) -> str:
    with pytest.raises(ArchiveError) as caught:
        open_archive(data)
    message = str(caught.value)
    assert "\n" not in message
    return message


UNSAFE = [
    "../evil.py",
    "a/../../evil.py",
    "/etc/passwd",
    "//evil",
    "a//b",
    "a/./b",
    "./a",
    "a\\b",
    "..\\evil",
    "C:/evil",
    "C:evil",
    "a/",
    "",
    " a",
    "a\nb",
    ".hidden",
    "a/.hidden",
    "ü.py",
    "con\u202e.py",
    "a" * 300,
    "/".join("a" * 9),
]


class TestHostileArchives:
    @pytest.mark.parametrize("path", UNSAFE, ids=repr)
    def test_paths_that_lead_elsewhere(self, path: str) -> None:
        assert not is_safe_path(path)
        info = zipfile.ZipInfo("x")
        info.filename = path
        assert "the archive wants to write to" in refusal(zipped((info, b"")))

    def test_name_with_a_null_byte(self) -> None:
        data = zipped(("evilXpy", b"")).replace(b"evilXpy", b"evil\0py")
        assert "the archive" in refusal(data)

    @pytest.mark.parametrize("mode", [0o120777, 0o040755, 0o010644, 0o060644])
    def test_links_and_other_things_that_are_no_files(self, mode: int) -> None:
        info = zipfile.ZipInfo("link")
        info.external_attr = mode << 16
        assert "'link' in the archive is not a plain file" in refusal(zipped((info, b"/etc/passwd")))

    @pytest.mark.parametrize("names", [("a", "a"), ("a.py", "A.py"), ("STRASSE", "strasse")])
    @pytest.mark.filterwarnings("ignore:Duplicate name")
    def test_names_that_are_the_same_on_some_system(self, names: tuple[str, str]) -> None:
        assert "twice" in refusal(zipped((names[0], b"1"), (names[1], b"2")))

    def test_bomb_by_its_own_word(self) -> None:
        data = bytearray(zipped(("bomb", bytes(1_000)), ("other", b""), compression=zipfile.ZIP_DEFLATED))
        at = data.find(b"PK\x01\x02") + 24
        data[at : at + 4] = struct.pack("<I", 300_000_000)
        assert "the archive unpacks to more than 256 MB" in refusal(bytes(data))

    def test_bomb_that_lies_about_its_size(self) -> None:
        data = bytearray(zipped(("bomb", bytes(5_000_000)), compression=zipfile.ZIP_DEFLATED))
        for mark, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
            at = data.find(mark) + offset
            data[at : at + 4] = struct.pack("<I", 10)
        assert "the archive is damaged" in refusal(bytes(data))

    def test_file_that_is_smaller_than_it_says(self) -> None:
        data = bytearray(zipped(("small", b"12345")))
        for mark, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
            at = data.find(mark) + offset
            data[at : at + 4] = struct.pack("<I", 50)
        assert "is not as large as the archive says" in refusal(bytes(data))

    def test_too_many_files(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "MAX_FILES", 5)
        assert "more than 5 files" in refusal(zipped(*((f"f{i}", b"") for i in range(8))))

    def test_long_directory(self) -> None:
        data = bytearray(zipped(("f", b"")))
        data[-10:-6] = struct.pack("<I", 100_000_000)
        assert "it holds more than its files" in refusal(bytes(data))

    def test_too_large(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "MAX_ARCHIVE", 10)
        assert "larger than" in refusal(bytes(11))

    @pytest.mark.parametrize("data", [b"", b"PK", b"PK\x05\x06" + bytes(17), b"x" * 100])
    def test_no_zip_file_at_all(self, data: bytes) -> None:
        assert "the archive is damaged" in refusal(data)

    def test_something_before_or_behind_it(self, good: bytes) -> None:
        assert "it holds more than its files" in refusal(b"#!/bin/sh\n" + good)
        assert "it does not end as a zip file does" in refusal(good + b"x")

    def test_encrypted_file(self) -> None:
        data = bytearray(zipped(("secret", b"x")))
        for mark, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
            data[data.find(mark) + offset] |= 1
        assert "packed in a way that is not used here" in refusal(bytes(data))

    def test_other_compression(self) -> None:
        assert "packed in a way" in refusal(zipped(("x", b"x"), compression=zipfile.ZIP_LZMA))

    @settings(max_examples=400, deadline=None)
    @given(st.data())
    def test_damage_anywhere_is_refused(self, good: bytes, data: st.DataObject) -> None:
        damaged = bytearray(good)
        for _ in range(data.draw(st.integers(1, 3))):
            damaged[data.draw(st.integers(0, len(good) - 1))] ^= data.draw(st.integers(1, 255))
        with contextlib.suppress(ArchiveError):
            # Dates and the like may change; the content may not.
            assert open_archive(bytes(damaged)) == open_archive(good)

    @settings(max_examples=100, deadline=None)
    @given(st.data())
    def test_cut_archives_are_refused(self, good: bytes, data: st.DataObject) -> None:
        with pytest.raises(ArchiveError):
            open_archive(good[: data.draw(st.integers(0, len(good) - 1))])


def remade(good: bytes, change: Callable[[Archive], dict[str, bytes]]) -> bytes:
    return zipped(*change(open_archive(good)).items())


def manifest_of(archive: Archive, **changes: object) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(archive.manifest, **changes))


class TestHostileManifests:
    def test_none(self, good: bytes) -> None:
        assert "the archive has no manifest" in refusal(remade(good, lambda archive: archive.files))

    @pytest.mark.parametrize(
        ("described", "message"),
        [
            (b"{", "the manifest cannot be read"),
            (b"\xff", "the manifest cannot be read"),
            (b"[" * 100_000, "the manifest cannot be read"),
            (b"{}", "the manifest cannot be read"),
            (b'{"format": 1}', "the manifest cannot be read"),
        ],
    )
    def test_unreadable(self, described: bytes, message: str) -> None:
        assert message in refusal(zipped(("manifest.json", described)))

    def test_too_large(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "MAX_MANIFEST", 10)
        assert "the manifest of the archive is too large" in refusal(zipped(("manifest.json", bytes(11))))

    def test_other_format(self, good: bytes) -> None:
        data = remade(good, lambda archive: {"manifest.json": manifest_of(archive, format=2), **archive.files})
        assert "the archive has the format 2; update the program" in refusal(data)

    def test_signature_without_signer_and_signer_without_signature(self, good: bytes) -> None:
        without = remade(good, lambda archive: {"manifest.json": manifest_of(archive), **archive.files})
        assert "a signer without signature" in refusal(without)
        strange = remade(
            good,
            lambda archive: {
                "manifest.json": manifest_of(archive, signer=None),
                "manifest.sig": b"00" * 64,
                **archive.files,
            },
        )
        assert "a signature without signer" in refusal(strange)

    @pytest.mark.parametrize("signature", [b"00" * 64, b"zz", b"\xff", b"00"])
    def test_forged_signature(self, good: bytes, signature: bytes) -> None:
        data = remade(
            good, lambda archive: {"manifest.json": manifest_of(archive), "manifest.sig": signature, **archive.files}
        )
        assert "the signature of the archive is wrong" in refusal(data)

    def test_signature_of_somebody_else(self, good: bytes) -> None:
        described = manifest_of(open_archive(good))
        signature = Identity.new().sign("library archive", described).hex().encode()
        data = zipped(("manifest.json", described), ("manifest.sig", signature))
        assert "the signature of the archive is wrong" in refusal(data)

    def signed(self, archive: Archive, files: dict[str, bytes], **changes: object) -> bytes:
        described = manifest_of(archive, **changes)
        signature = MAKER.sign("library archive", described).hex().encode()
        return zipped(("manifest.json", described), ("manifest.sig", signature), *files.items())

    def test_files_that_are_not_in_the_manifest(self, good: bytes) -> None:
        archive = open_archive(good)
        assert "differ in 'more.py'" in refusal(self.signed(archive, {**archive.files, "more.py": b""}))
        assert "differ in 'counter/proxy.py'" in refusal(self.signed(archive, {}))

    def test_files_that_were_changed(self, good: bytes) -> None:
        archive = open_archive(good)
        data = self.signed(archive, {"counter/proxy.py": b"evil"})
        assert "'counter/proxy.py' is not what the manifest says" in refusal(data)

    def test_objects_without_code(self, good: bytes) -> None:
        archive = open_archive(good)
        (entry,) = archive.manifest.offer.entries
        for module in ("other.proxy", "..counter.proxy", "os"):
            offer = msgspec.structs.replace(
                archive.manifest.offer, entries=[msgspec.structs.replace(entry, module=module)]
            )
            assert "is not in the archive" in refusal(self.signed(archive, archive.files, offer=offer))
        offer = msgspec.structs.replace(archive.manifest.offer, formalisms=["sys"])
        assert "the module 'sys' is not in the archive" in refusal(self.signed(archive, archive.files, offer=offer))
