# SPDX-License-Identifier: BSD-3-Clause
"""Links to pages and files: copies in one process, views, and real processes of which one is killed."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from app.runtime.references import read
from app.runtime.trust import Gate, TrustStore
from objects_library.documents.file_link import proxy as file_proxy
from objects_library.documents.file_link import view as file_view
from objects_library.installed import installed_catalogue
from objects_library.values import links
from objects_library.values.links import amount, file_name, host_of, wrong_address
from objects_library.widgets import link_card
from tests.objects_library.copies import Copy, eventually, live, local_channel, opened, replicated
from tests.objects_library.deciders import Says
from tests.objects_library.viewers import look, type_text, unnamed
from tests.objects_library.workers import ROOT, Worker, network_channel, workshop

WEB = 0x9702DBD2A26873E088FA9D508DF0FE20
FILE = 0x13C08ABDD06BF20892149DD25FADEDF2
HELLO = b"hello"
DIGEST = hashlib.sha256(HELLO).hexdigest()


class Browser:
    """Whatever would be opened elsewhere comes here."""

    def __init__(self) -> None:
        self.opened: list[str] = []

    def open(self, url: QUrl) -> bool:
        self.opened.append(url.toString())
        return True


@pytest.fixture
def browser(qapp: object, monkeypatch: pytest.MonkeyPatch) -> Browser:
    made = Browser()
    monkeypatch.setattr(f"{link_card.__name__}.QDesktopServices.openUrl", made.open)
    return made


def a_web_link(name: str = "web", **values: Any) -> Any:
    return replicated(WEB, local_channel("WebLinkChange", "WebLinkState", name), **values)


def a_file_link(place: str = "file", **values: Any) -> Any:
    return replicated(FILE, local_channel("FileLinkChange", "FileLinkState", place), **values)


async def two(nodes: list[Node], reference: Any) -> tuple[Copy, Copy]:
    ann, bob = await opened(nodes[0], reference, "link"), await opened(nodes[1], reference, "link")
    await live(ann, bob)
    return ann, bob


async def refused(copy: Copy, reason: str) -> None:
    await copy.until(lambda: copy.all("refused") and reason in copy.last("refused"))


@pytest.mark.parametrize("good", ["https://example.org/a?b#c", "http://10.0.0.1:80/", "mailto:ann@example.org"])
def test_addresses_that_lead_somewhere(good: str) -> None:
    assert wrong_address(good) == ""


@pytest.mark.parametrize(
    "wrong",
    [
        "", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "https://", "https:///x", "ftp://x/",
        "https://a b", "https://x\n", "HTTPS", "https://[::1", "mailto:", "https://ann:secret@example.org",
        "https://x/\u202egnp.exe", "https://" + "x" * 2_000, "smb://server/share", "vscode://x",
        "//example.org",
    ],
)  # fmt: skip
def test_addresses_that_are_refused(wrong: str) -> None:
    assert wrong_address(wrong)
    assert host_of(wrong) == ""


def test_what_only_looks_alike_can_be_told_apart() -> None:
    assert host_of("https://www.example.org/x") == "www.example.org"
    assert host_of("https://exаmple.org/") == "xn--exmple-4nf.org"  # a Cyrillic letter
    assert host_of("mailto:ann@example.org?subject=x") == "example.org"


def test_names_of_files_are_only_names() -> None:
    assert file_name("../../etc/passwd") == "passwd"
    assert file_name("C:\\x\\y.txt") == "y.txt"
    assert file_name("..") == file_name("/") == ""
    assert file_name("a\nb\u202e.txt") == "ab.txt"
    assert (amount(5), amount(16_000), amount(2_500_000)) == ("5 B", "16 kB", "2.5 MB")


async def test_everyone_sees_where_a_link_leads(nodes: list[Node]) -> None:
    ann, bob = await two(nodes, a_web_link(address="https://example.org/", title="Example"))
    await bob.receives("changed", {"title": "Example", "address": "https://example.org/", "note": "", "by": ""})
    ann.send("set", {"part": "note", "text": "look"})
    bob.send("set", {"part": "title", "text": "Other"})
    both = {"title": "Other", "address": "https://example.org/", "note": "look"}
    await eventually(
        lambda: {**ann.last("changed"), "by": ""} == {**both, "by": ""} == {**bob.last("changed"), "by": ""}
    )
    for part, text, reason in (
        ("address", "javascript:alert(1)", "begins with https"), ("title", "x" * 201, "one line"),
        ("note", "x" * 2_001, "2,000"), ("colour", "red", "has no"),
    ):  # fmt: skip
        ann.send("set", {"part": part, "text": text})
        await refused(ann, reason)
        ann.body._replica.send({"part": part, "text": text, "by": "Eve"})
    ann.body._replica.send({"part": "title", "text": "x", "by": "E" * 101})
    await eventually(lambda: bob.body._replica.refusals == ann.body._replica.refusals == 5)
    assert bob.body.give_state()["title"] == "Other"
    with pytest.raises(Exception, match="begins with https"):
        await nodes[0].dereference(a_web_link("wrong", address="file:///etc/passwd"))


async def test_the_view_of_a_page(nodes: list[Node], browser: Browser) -> None:
    ann, bob = await look(nodes[0], a_web_link("view")), await look(nodes[1], a_web_link("view"))
    assert unnamed(ann.view) == []
    assert not bob.view.open_button.isEnabled()
    type_text(ann.view.address, "example.org/page\n")
    await bob.sees(lambda: bob.view.address.text() == "https://example.org/page")
    assert bob.view.where.text() == "leads to example.org"
    type_text(bob.view.title, "Page\n")
    await ann.sees(lambda: ann.view.title.text() == "Page")
    assert browser.opened == []
    bob.view.open_button.click()
    assert browser.opened == ["https://example.org/page"]
    bob.view.address.clear()
    type_text(bob.view.address, "file:///etc/passwd\n")
    await bob.sees(lambda: "begins with https" in bob.view.notice.text)
    assert bob.view.address.text() == "https://example.org/page"
    dropped = QMimeData()
    dropped.setUrls([QUrl("https://example.com/")])
    none = Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, dropped, Qt.MouseButton.LeftButton, none)
    ann.view.dropEvent(event)
    await bob.sees(lambda: bob.view.address.text() == "https://example.com/")
    ann.body._replica._status({"writable": False})
    assert ann.view.title.isReadOnly()
    assert ann.view.open_button.isEnabled()


async def test_a_file_travels_and_is_checked(nodes: list[Node], monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = await two(nodes, a_file_link())
    ann.send("put", {"name": "../note.txt", "data": HELLO})
    wanted = {"by": "Ann", "name": "note.txt", "path": "", "note": "", "digest": DIGEST, "data": HELLO}
    await bob.receives("changed", wanted)
    bob.send("annotate", "read it")
    await ann.receives("changed", {**wanted, "note": "read it"})
    late = await opened(nodes[1], a_file_link(), "link")
    await late.receives("changed", {**wanted, "note": "read it"})
    bob.send("point", "/data/large.bin")
    await ann.until(lambda: ann.last("changed")["path"] == "/data/large.bin")
    assert ann.last("changed")["data"] == b""
    monkeypatch.setattr(file_proxy, "LARGEST_FILE", 10)
    ann.send("put", {"name": "x", "data": b"x" * 11})
    await refused(ann, "link to the place where it lies")
    good = {"kind": "put", "by": "Eve", "name": "x", "path": "", "note": "", "digest": DIGEST, "data": HELLO}
    for wrong in (
        {"kind": "x"}, {"name": "../x"}, {"name": ""}, {"digest": "x"}, {"data": b"x" * 11},
        {"by": "x" * 101},
        {"kind": "point"}, {"kind": "note"}, {"note": "x" * 2_001}, {"path": "a\nb"},
    ):  # fmt: skip
        ann.body._replica.send({**good, **wrong})
    await eventually(lambda: bob.body._replica.refusals == ann.body._replica.refusals == 10)
    ann.body._replica.send({**good, "digest": "0" * 64})
    await refused(bob, "damaged")
    bob.send("clear")
    await ann.until(lambda: ann.last("changed")["name"] == "")
    assert ann.last("changed")["note"] == "read it"


async def test_the_view_of_a_file(
    nodes: list[Node], browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = await look(nodes[0], a_file_link("view")), await look(nodes[1], a_file_link("view"))
    assert unnamed(ann.view) == []
    assert "Drop a file" in ann.view.facts.text()
    file = tmp_path / "note.txt"
    file.write_bytes(HELLO)
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(file))])
    none = Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, dropped, Qt.MouseButton.LeftButton, none)
    ann.view.dropEvent(event)
    await bob.sees(lambda: bob.view.name.text() == "note.txt")
    assert bob.view.facts.text() == "5 B; it travels along · from Ann"
    assert bob.view.digest.toolTip() == DIGEST
    bob.view.write(tmp_path / "saved", bob.view._data)
    await bob.sees(lambda: (tmp_path / "saved").exists() and (tmp_path / "saved").read_bytes() == HELLO)
    monkeypatch.setattr(file_view, "LARGEST_FILE", 3)
    bob.view.take_file(file)
    await ann.sees(lambda: ann.view.folder_button.isVisible())  # noqa: PLW0108
    assert "does not travel along" in bob.view.notice.text
    assert str(file) in ann.view.facts.text()
    ann.view.folder_button.click()
    await ann.sees(lambda: "nobody is here to allow it" in ann.view.notice.text)  # nobody was there to be asked
    assert browser.opened == []
    ann.view.act(ann.view.point, "/etc/passwd-that-is-not")
    await ann.sees(lambda: "passwd" in ann.view.facts.text())
    ann.view.folder_button.click()
    await ann.sees(lambda: "no such file" in ann.view.notice.text)


@pytest.mark.parametrize("allowed", [True, False])
async def test_the_folder_of_a_file_is_shown_after_a_question(browser: Browser, tmp_path: Path, allowed: bool) -> None:
    file = tmp_path / "note.txt"
    file.write_bytes(HELLO)
    decider = Says(allowed)
    gate = Gate(TrustStore(tmp_path / "trust"), decider)
    async with Node(installed_catalogue(), name="Ann", trust=gate) as node:
        ann = await look(node, a_file_link(f"folder {allowed}", path=str(file)))
        await ann.sees(lambda: ann.view._path == str(file))
        QTest.mouseClick(ann.view.folder_button, Qt.MouseButton.LeftButton)
        await ann.sees(lambda: browser.opened or ann.view.notice.text)
        assert browser.opened == ([f"file://{tmp_path}"] if allowed else [])
        assert [question.what for question in decider.asked] == [str(file)]
        ann.view.close()


async def _has(worker: Worker, key: str, value: Any) -> None:
    await worker.until(lambda: worker.all("changed") and worker.all("changed")[-1][key] == value)


@pytest.mark.parametrize("kind", ["web", "file"])
async def test_three_processes_one_killed(tmp_path: Path, kind: str) -> None:
    if kind == "web":
        reference = replicated(WEB, network_channel("WebLinkChange", "WebLinkState"))
        event, value, key, wanted = "set", {"part": "title", "text": "Page"}, "title", "Page"
    else:
        reference = replicated(FILE, network_channel("FileLinkChange", "FileLinkState"))
        event, value, key, wanted = "put", {"name": "x", "data": f"bytes:{HELLO.hex()}"}, "digest", DIGEST
    async with workshop(tmp_path, reference) as shop:
        ann, bob, cid = await asyncio.gather(*(shop.start(name, "link") for name in ("Ann", "Bob", "Cid")))
        ann.send("link", event, value)
        for worker in (bob, cid):
            await _has(worker, key, wanted)
        ann.kill()
        late = await shop.start("Dan", "link")
        await _has(late, key, wanted)


async def test_the_gallery_files_show_something(nodes: list[Node]) -> None:
    folder = ROOT / "liveobject_files"
    web = dict(read(folder / "web_link.liveobject").reference.arguments)  # type: ignore[union-attr]
    assert wrong_address(web["address"].value) == ""
    file = dict(read(folder / "file_link.liveobject").reference.arguments)  # type: ignore[union-attr]
    copy = await opened(nodes[0], a_file_link("gallery", name="read me.txt", initial=file["initial"].value), "link")
    await copy.until(lambda: copy.all("changed") and b"travels with its link" in copy.last("changed")["data"])
    assert links.LARGEST_FILE == 16 * 2**20
