# SPDX-License-Identifier: BSD-3-Clause
"""The packages: contents of the bundle, installation scripts, and the files for other systems."""

from __future__ import annotations

import os
import plistlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import shiboken6

from app.documents import SCHEME
from app.filetype import desktop_files
from app.runtime.references import MEDIA_TYPE
from app.runtime.trust import Identity, SignatureError
from installer.package import runtime_hook
from installer.package.checksums import verify_checksums, write_checksums
from installer.package.contents import bundle_path, is_included
from installer.package.debian import make_deb
from installer.package.dependencies import runtime_dependencies

PACKAGE = Path(__file__).resolve().parents[2] / "installer" / "package"


@pytest.mark.parametrize(
    ("name", "goes_in"),
    [
        ("PySide6/Qt/lib/libQt6Widgets.so.6", True),
        ("PySide6/Qt/lib/libQt6WebEngineCore.so.6", False),
        ("PySide6/Qt/qml/QtQuick3D/libqquick3dplugin.so", True),
        ("PySide6/Qt/qml/QtQuick/VirtualKeyboard/libx.so", False),
        ("PySide6/Qt/qml/QtWebEngine/libx.so", False),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/sqldrivers/libqsqlite.so", False),
        ("PySide6/Qt/translations/qtbase_de.qm", True),
        ("PySide6/Qt/translations/qtbase_fr.qm", False),
        ("pyarrow/libarrow.so.2600", True),
        ("pyarrow/libarrow_flight.so.2600", False),
        ("libarrow.so.2600", True),
        ("libarrow_flight.so.2600", False),
        ("libsodium.so.23", True),
        ("libstdc++.so.6", True),
        ("libmvec.so.1", False),
        ("libgbm.so.1", False),
        ("objects_library/people/chat/proxy.py", True),
    ],
)
def test_what_goes_into_the_bundle(name: str, goes_in: bool) -> None:
    assert is_included(name) == goes_in


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A stand-in for the bundle, which takes minutes to build."""
    folder = tmp_path / "bundle"
    folder.mkdir()
    program = folder / "liveobjects"
    program.write_text('#!/bin/sh\necho "$@" >> "$(dirname "$(readlink -f "$0")")/asked"\n')
    program.chmod(0o700)
    return folder


def test_the_package_of_debian_has_the_program_and_the_file_type(bundle: Path, tmp_path: Path) -> None:
    file = make_deb(bundle, tmp_path)
    listed = subprocess.run(["dpkg-deb", "-c", str(file)], capture_output=True, text=True, check=True).stdout
    assert "./usr/lib/liveobjects/liveobjects" in listed
    assert "./usr/bin/liveobjects -> ../lib/liveobjects/liveobjects" in listed
    assert "./usr/share/mime/packages/liveobjects.xml" in listed
    assert "./usr/share/applications/liveobjects.desktop" in listed
    (line,) = [line for line in listed.splitlines() if line.endswith("./usr/lib/liveobjects/liveobjects")]
    assert line.startswith("-rwxr-xr-x root/root")  # whatever the rights were where it was built
    fields = subprocess.run(["dpkg-deb", "-f", str(file)], capture_output=True, text=True, check=True).stdout
    assert "Package: liveobjects" in fields
    assert "libxcb-cursor0" in fields


def test_the_runtime_libraries_are_apart_and_no_part_of_the_package_of_debian(bundle: Path, tmp_path: Path) -> None:
    assert bundle_path("libQt6Core.so.6") == "libQt6Core.so.6"
    runtime = bundle / "_internal" / bundle_path("libstdc++.so.6")
    runtime.parent.mkdir(parents=True)
    runtime.touch()
    own = bundle / "_internal" / "app" / "runtime" / "library.py"
    own.parent.mkdir(parents=True)
    own.touch()
    shutil.copy(next(Path(shiboken6.__file__).parent.glob("libshiboken6*.so*")), bundle)
    file = make_deb(bundle, tmp_path)
    listed = subprocess.run(["dpkg-deb", "-c", str(file)], capture_output=True, text=True, check=True).stdout
    assert "libshiboken6" in listed
    assert "app/runtime/library.py" in listed
    assert "libstdc++" not in listed
    command = ["dpkg-deb", "-f", str(file), "Depends"]
    depends = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert re.match(r"libc6 \(>= [0-9.]+\), libgcc-s1 \(>= [0-9.]+\), libstdc\+\+6 \(>= [0-9.]+\), lib", depends)


def test_the_least_version_of_the_c_library_comes_from_the_symbols_in_use(tmp_path: Path) -> None:
    source = tmp_path / "source.c"
    source.write_text("#include <pthread.h>\nint end(pthread_t thread) { return pthread_join(thread, 0); }\n")
    command = ["cc", "-shared", "-fPIC", "-o", str(tmp_path / "library.so"), str(source)]
    subprocess.run(command, check=True)
    assert runtime_dependencies(tmp_path) == ["libc6 (>= 2.34)"]


def test_parts_of_the_c_library_are_refused(tmp_path: Path) -> None:
    part = next(Path("/usr/lib").glob("*-linux-gnu/libmvec.so.1"))
    shutil.copy(part, tmp_path)
    with pytest.raises(SystemExit, match=r"libmvec.so.1 needs GLIBC_PRIVATE, which no version of libc6"):
        runtime_dependencies(tmp_path)


@pytest.mark.parametrize(
    ("bundled", "system", "loaded"),
    [
        ("GLIBCXX_3.4.9\0GLIBCXX_3.4.30", "GLIBCXX_3.4.9\0GLIBCXX_3.4.29", True),
        ("GLIBCXX_3.4.9\0GLIBCXX_3.4.30", "GLIBCXX_3.4.9\0GLIBCXX_3.4.30", False),
        ("GLIBCXX_3.4.30\0GCC_7.0.0", "GLIBCXX_3.4.33\0GCC_4.2.0", False),
        ("GLIBCXX_3.4.30", None, True),
        (None, "GLIBCXX_3.4.30", False),
    ],
)
def test_the_bundled_runtime_is_loaded_where_the_system_has_an_older_one(
    bundled: str | None, system: str | None, loaded: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "libstdc++.so.6"
    for folder, versions in (("bundled", bundled), ("system", system)):
        (tmp_path / folder).mkdir()
        if versions is not None:
            (tmp_path / folder / name).write_text(f"ELF\0{versions}\0rest")
    monkeypatch.setattr(runtime_hook, "_SYSTEM_FOLDERS", ())
    monkeypatch.setenv("LD_LIBRARY_PATH", f"/nowhere:{tmp_path / 'system'}")
    seen: list[str] = []
    monkeypatch.setattr("ctypes.CDLL", lambda path, mode: seen.append(path))
    assert runtime_hook.load_newer_runtime(tmp_path / "bundled") == ([name] if loaded else [])
    assert seen == ([str(tmp_path / "bundled" / name)] if loaded else [])


def test_the_script_installs_upgrades_and_removes_for_one_user(bundle: Path, tmp_path: Path) -> None:
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    bundle.rename(unpacked / "liveobjects")
    for script in ("install.sh", "uninstall.sh"):
        (unpacked / script).write_bytes((PACKAGE / "linux" / script).read_bytes())
    home = tmp_path / "home"
    home.mkdir()
    mine = home / "mine.liveobject"
    mine.write_text("x")
    # As somebody who is not root, whoever runs the tests.
    shim = tmp_path / "shim"
    shim.mkdir()
    (shim / "id").write_text("#!/bin/sh\necho 1000\n")
    (shim / "id").chmod(0o755)
    environment = {"HOME": str(home), "PATH": f"{shim}:{os.environ['PATH']}"}
    for _ in range(2):  # the second time it upgrades
        subprocess.run(["sh", str(unpacked / "install.sh")], env=environment, check=True, capture_output=True)
    command = home / ".local/bin/liveobjects"
    assert subprocess.run([command, "hello"], check=False).returncode == 0
    asked = (home / ".local/lib/liveobjects/asked").read_text().splitlines()
    assert asked[0] == f"register --below {home}/.local/share"
    subprocess.run(["sh", str(unpacked / "uninstall.sh")], env=environment, check=True, capture_output=True)
    assert not command.exists()
    assert not (home / ".local/lib/liveobjects").exists()
    assert mine.exists()


def test_checksums_are_signed(tmp_path: Path) -> None:
    for name in ("a.deb", "b.tar.xz"):
        (tmp_path / name).write_text(name)
    write_checksums([tmp_path / "a.deb", tmp_path / "b.tar.xz"], tmp_path, tmp_path / "key")
    public = Identity.of_user(tmp_path / "key").public
    assert verify_checksums(tmp_path, public) == ["a.deb", "b.tar.xz"]
    sums = ["sha256sum", "-c", "SHA256SUMS"]
    assert subprocess.run(sums, cwd=tmp_path, check=False, capture_output=True).returncode == 0
    (tmp_path / "a.deb").write_text("other")
    assert verify_checksums(tmp_path, public) == ["b.tar.xz"]
    (tmp_path / "SHA256SUMS").write_text("0" * 64 + "  a.deb\n")
    with pytest.raises(SignatureError):
        verify_checksums(tmp_path, public)


def _registry() -> dict[tuple[str, str], str]:
    """What the script for Windows writes, by key and name, with its definitions put in."""
    script = (PACKAGE / "windows" / "liveobjects.iss").read_text()
    defined = dict(re.findall(r'^#define (\w+) "([^"]*)"', script, re.MULTILINE))
    found: dict[tuple[str, str], str] = {}
    for name, value in defined.items():
        script = script.replace(f"{{#{name}}}", value)
    for line in script.splitlines():
        if line.startswith("Root:"):
            assert line.startswith("Root: HKA;")  # for this user or for all, as the person chooses
            fields = dict(re.findall(r'(\w+): "((?:[^"]|"")*)"', line))
            key = fields["Subkey"].removeprefix("Software\\Classes\\"), fields.get("ValueName", "")
            assert key not in found
            found[key] = fields["ValueData"].replace('""', '"')
    return found


def _commands_on_linux() -> dict[str, list[str]]:
    """The words after the program, of each entry for the desktop."""
    files = desktop_files(["liveobjects"])
    entries = {name: text.decode() for name, text in files.items() if name.startswith("applications/")}
    found = {name: re.search(r"^Exec=liveobjects (.*)$", text, re.MULTILINE) for name, text in entries.items()}
    return {Path(name).stem: each[1].split() for name, each in found.items() if each is not None}


def test_the_script_for_windows_says_what_the_desktop_files_of_linux_say() -> None:
    written, linux = _registry(), _commands_on_linux()
    program = written[".liveobject", ""]
    assert written[".liveobject", "Content Type"] == MEDIA_TYPE
    assert written[f"MIME\\Database\\Content Type\\{MEDIA_TYPE}", "Extension"] == ".liveobject"
    assert (".liveobject\\OpenWithProgids", program) in written
    for verb, entry in (("open", "liveobjects"), ("inside", "liveobjects.look-inside"), ("send", "liveobjects.send")):
        command = written[f"{program}\\shell\\{verb}\\command", ""]
        assert command == f'"{{app}}\\liveobjects.exe" {linux[entry][0]} "%1"'
    assert (SCHEME, "URL Protocol") in written
    opens = written[f"{SCHEME}\\shell\\open\\command", ""]
    # What comes from a web page may have quotes in it; nothing after the dashes is an option.
    assert opens == f'"{{app}}\\liveobjects.exe" {linux["liveobjects-link"][0]} -- "%1"'
    script = (PACKAGE / "windows" / "liveobjects.iss").read_text()
    for words in ("Look inside", "Hineinschauen", "Send by e-mail", "Per E-Mail senden"):
        assert words in script
        assert any(words in text.decode() for text in desktop_files(["x"]).values() if b"Desktop" in text)
    for source in re.findall(r'^(?:Source|LicenseFile)[:=] ?"?([^";*]+)', script, re.MULTILINE):
        place = (PACKAGE / "windows" / source.replace("\\", "/").strip()).resolve()
        assert place.exists() or "build" in place.parts  # the bundle is made before


def test_the_property_list_for_macos_says_the_same() -> None:
    declared = plistlib.loads((PACKAGE / "macos" / "Info.plist").read_bytes())
    (kind,) = declared["UTExportedTypeDeclarations"]
    assert kind["UTTypeTagSpecification"]["public.mime-type"] == [MEDIA_TYPE]
    assert kind["UTTypeTagSpecification"]["public.filename-extension"] == ["liveobject"]
    (document,) = declared["CFBundleDocumentTypes"]
    assert document["LSItemContentTypes"] == [kind["UTTypeIdentifier"]]
    (links,) = declared["CFBundleURLTypes"]
    assert links["CFBundleURLSchemes"] == [SCHEME]
    recipe = (PACKAGE / "macos" / "make_dmg.sh").read_text()
    assert "Contents/MacOS" in recipe
    assert declared["CFBundleExecutable"] == "liveobjects"  # the name of the program in the bundle
    assert subprocess.run(["sh", "-n", str(PACKAGE / "macos" / "make_dmg.sh")], check=False).returncode == 0
