# SPDX-License-Identifier: BSD-3-Clause
"""Documents with live objects in a real LibreOffice: read, saved, pasted into, and clicked on."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.documents import content_of, objects_in, refresh
from app.runtime.references import read
from tests.documents.office import Office, office_on
from tests.documents.test_documents import png
from tests.end_to_end.program import Program
from tests.end_to_end.virtual_display import VirtualDisplay, open_display, wait_until
from tests.gallery_copies import copy_gallery_file

_TITLE = "Shared counter"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("office")


@pytest.fixture(scope="module")
def display(home: Path) -> Iterator[VirtualDisplay]:
    """A display of a user who has registered the file type and links."""
    with open_display(home / "own") as opened:
        places = {name: str(home / name.lower()) for name in ("HOME", "XDG_RUNTIME_DIR")}
        for place in places.values():
            Path(place).mkdir(mode=0o700)
        kept = {name: value for name, value in opened.environment.items() if not name.startswith("XDG_")}
        made = VirtualDisplay(kept | places, Path(kept["LIVEOBJECTS_OBSERVED"]))
        _ours(made, "register")
        yield made


@pytest.fixture(scope="module")
def office(display: VirtualDisplay, home: Path) -> Iterator[Office]:
    with office_on(display.environment, home / "profile") as running:
        yield running


@pytest.fixture(scope="module")
def counter(home: Path) -> Path:
    return copy_gallery_file("shared_counter", home)


def _ours(display: VirtualDisplay, *arguments: str) -> str:
    command = [sys.executable, "-P", "-m", "app", *arguments]
    done = subprocess.run(command, env=display.environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("suffix", [".docx", ".pptx"])
def test_what_was_put_into_documents_of_the_other_kind_is_kept_too(
    display: VirtualDisplay, office: Office, counter: Path, tmp_path: Path, suffix: str
) -> None:
    file, saved = tmp_path / f"report{suffix}", tmp_path / f"saved{suffix}"
    assert "now has Shared counter" in _ours(display, "embed", "--last", str(counter), str(file))
    [(link, _)] = office.read(file, saved)
    assert read(content_of(link)).reference == read(counter).reference
    assert objects_in(saved) == objects_in(file)
    assert refresh(saved, lambda _, size: png(*size)) == (1, 0)
    assert [each for each, _ in office.read(saved)] == [link]
    assert "now has" in _ours(display, "embed", "--last", str(copy_gallery_file("chat", tmp_path)), str(saved))
    assert len(office.read(saved)) == 2


@pytest.mark.parametrize("suffix", [".odt", ".odp"])
def test_what_was_put_in_is_read_and_kept_by_the_office(
    display: VirtualDisplay, office: Office, counter: Path, tmp_path: Path, suffix: str
) -> None:
    file, saved = tmp_path / f"report{suffix}", tmp_path / f"saved{suffix}"
    assert "now has Shared counter" in _ours(display, "embed", "--last", str(counter), str(file))
    [(link, title)] = office.read(file, saved)
    assert title == _TITLE
    assert read(content_of(link)).reference == read(counter).reference
    assert objects_in(saved) == objects_in(file)  # the office program has rewritten the whole file
    assert refresh(saved, lambda _, size: png(*size)) == (1, 0)
    assert office.read(saved) == [(link, title)]


_COPY = "named('Copy to the clipboard')"


def test_what_is_copied_is_pasted_as_a_picture_with_a_link(
    display: VirtualDisplay, office: Office, counter: Path, tmp_path: Path, artifacts: Path
) -> None:
    with display.program(str(counter), "--theme=light", command="open") as program:
        program.wait("says('live')")
        display.place_window(display.find_window(program.pid), 20, 20, 520, 420)
        display.click(program.wait_until_still("at(named('Share'))"))
        display.click(program.wait_until_still(f"{_COPY}.isEnabled() and at({_COPY})"))
        program.wait("says('It is on the clipboard.')")
        [(link, title)] = office.paste(tmp_path / "pasted.odt")
    assert title == _TITLE
    assert read(content_of(link)).reference == read(counter).reference
    assert objects_in(tmp_path / "pasted.odt") == [content_of(link)]


def test_a_click_on_the_picture_opens_the_object(
    display: VirtualDisplay, office: Office, counter: Path, tmp_path: Path, artifacts: Path
) -> None:
    file = tmp_path / "clicked.odt"
    _ours(display, "embed", str(counter), str(file))
    office.show(file)
    window = display.do("search", "--sync", "--onlyvisible", "--name", "clicked.odt").splitlines()[0]
    display.activate(window)

    def clicked() -> bool:
        display.move(500, 400)
        display.move(503, 402)
        display.do("keydown", "ctrl", "click", "1", "keyup", "ctrl")
        try:
            wait_until(lambda: display.others(set()), 5.0)
        except AssertionError:  # the page was not drawn yet
            return False
        return True

    wait_until(clicked)
    (program,) = display.others(set())
    program.wait(f"is_open({_TITLE!r}) and says('live')")
    program.picture(artifacts / "opened-from-a-document.png")
    _refresh_what_has_changed(display, program, file)
    program.kill()


def _refresh_what_has_changed(display: VirtualDisplay, program: Program, file: Path) -> None:
    """Refresh pictures after a change; a document that is open elsewhere stays unchanged."""
    copy = file.with_name("copy.odt")
    shutil.copyfile(file, copy)

    def counted() -> bool:
        display.activate(display.find_window(program.pid))  # the office program may have come to the front again
        display.click(program.wait_until_still("named('One more').isEnabled() and at(named('One more'))"))
        return not program.ask("is_shown('0')")

    wait_until(counted)
    before = file.read_bytes()
    refused = subprocess.run(
        [sys.executable, "-P", "-m", "app", "embed", "--refresh", "--last", str(file)],
        env=display.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "is open in an office program; close it there and try again" in refused.stderr
    assert file.read_bytes() == before
    assert "1 picture made anew" in _ours(display, "embed", "--refresh", str(copy))
    was, now = _members(file), _members(copy)
    assert [name for name in was if was[name] != now[name]] == [name for name in was if name.startswith("Pictures/")]


def _members(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as package:
        return {name: package.read(name) for name in package.namelist()}
