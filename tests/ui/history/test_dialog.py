# SPDX-License-Identifier: BSD-3-Clause
"""The history of a page's content: versions are listed, shown as the object shows them, named and restored."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.runtime.activation import Node, Proxy, State
from app.runtime.references import Composite, Document, Reference, write
from app.runtime.types import parse_endpoint_type
from app.ui.history.dialog import HistoryDialog
from app.ui.history.page_history import PageHistory
from app.ui.history.version_words import version_name, when
from app.ui.theme import Theme
from app.ui.translations import install_translation
from objects_library.channels.document.group import DocumentGroup
from objects_library.channels.native import scope_registry
from objects_library.installed import installed_catalogue
from objects_library.replication.desktop.items import Placement
from objects_library.values.page_scope import in_page, on_page
from tests.commands.test_content import counter
from tests.objects_library.copies import live, opened
from tests.objects_library.desktops.desks import item
from tests.objects_library.hosting.processes import liveobjects
from tests.objects_library.test_document_content import page

_PORT = parse_endpoint_type("endpoint{ out add(int); in value(int); in refused(text) }")


class Counter:
    """A running counter, and the totals that it reports."""

    def __init__(self, node: Node, proxy: Proxy) -> None:
        self.totals: list[int] = []
        self._came = asyncio.Event()
        self._port = node.new_endpoint(_PORT, value=self._take)
        self._connection = node.connect(self._port, proxy.endpoint("counter"))

    def _take(self, total: int) -> None:
        self.totals.append(total)
        self._came.set()

    async def reach(self, total: int) -> None:
        """Wait until the total is there."""
        async with asyncio.timeout(20):
            while not self.totals or self.totals[-1] != total:
                await self._came.wait()
                self._came.clear()

    def add(self, amount: int) -> None:
        self._port.add(amount)


@asynccontextmanager
async def running(reference: Reference, part: str = "") -> AsyncIterator[Counter]:
    async with Node(installed_catalogue()) as node:
        proxy = await node.dereference(reference, "Score")
        inner = proxy.components[part] if part else proxy
        live = asyncio.Event()
        inner.watch(lambda state: live.set() if state is State.LIVE else None)
        if inner.state is not State.LIVE:
            async with asyncio.timeout(20):
                await live.wait()
        yield Counter(node, inner)
    await scope_registry.closed()


Show = Callable[[Document], Awaitable[HistoryDialog]]


async def settled(dialog: HistoryDialog) -> None:
    done = asyncio.Event()
    dialog.settled.connect(done.set)
    async with asyncio.timeout(20):
        while dialog.busy:
            await done.wait()
            done.clear()


@pytest.fixture
async def show(theme: Theme, home: Path) -> AsyncIterator[Show]:
    dialogs: list[HistoryDialog] = []

    async def make(document: Document) -> HistoryDialog:
        dialogs.append(HistoryDialog(PageHistory(document, installed_catalogue())))
        dialogs[-1].show()
        await settled(dialogs[-1])
        return dialogs[-1]

    yield make
    for dialog in dialogs:
        dialog.close()
        await settled(dialog)


def words_in(view: QWidget | None) -> str:
    assert view is not None
    return " ".join(label.text() for label in view.findChildren(QLabel))


def press(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


async def seen(dialog: HistoryDialog, text: str) -> None:
    """Wait until the preview shows a text; the object gets its state in a later turn."""
    async with asyncio.timeout(20):
        while dialog.preview.view is None or text not in words_in(dialog.preview.view):  # noqa: ASYNC110
            await asyncio.sleep(0)


async def test_a_named_version_is_shown_and_restored_for_everyone(show: Show) -> None:
    reference = counter(str(uuid4()))
    document = Document(reference, "Score")
    async with running(reference) as mine, running(reference) as other:
        mine.add(5)
        await other.reach(5)
        dialog = await show(document)
        assert dialog.list.count() == 1
        assert "just now" in dialog.list.item(0).text()
        assert "you" in dialog.list.item(0).text()
        assert not dialog.restore.isEnabled()  # it is the present
        dialog.name.setText("Half time")
        press(dialog.name_button)
        await settled(dialog)
        assert dialog.list.item(0).text().startswith("Half time")
        mine.add(37)
        await other.reach(42)
        dialog = await show(document)
        assert dialog.list.count() == 2
        await seen(dialog, "42")
        dialog.list.setCurrentRow(1)
        await settled(dialog)
        await seen(dialog, "5")
        press(dialog.restore)
        await settled(dialog)
        assert dialog.problem.text() == ""
        await asyncio.gather(mine.reach(5), other.reach(5))
        lines = [dialog.list.item(row).text() for row in range(dialog.list.count())]
        assert sum("before it was restored" in line for line in lines) == 1
        other.add(1)
        await mine.reach(6)


async def test_what_is_shown_cannot_be_changed_and_reaches_nobody(show: Show) -> None:
    reference = counter(str(uuid4()))
    async with running(reference) as mine:
        mine.add(5)
        await mine.reach(5)
        dialog = await show(Document(reference, "Score"))
        await seen(dialog, "5")
        view = dialog.preview.view
        assert view is not None
        QTest.keyClick(view, Qt.Key.Key_Plus)
        assert not view.isEnabled()
        mine.add(1)
        await mine.reach(6)
        assert "6" not in words_in(view)


async def test_a_page_that_does_not_run_can_be_restored(show: Show) -> None:
    reference = counter(str(uuid4()))
    document = Document(Composite((("Score", reference), ("Second", counter(str(uuid4()))))), "Game")
    async with running(document.reference, "Score") as mine:
        mine.add(5)
        await mine.reach(5)
        dialog = await show(document)
        dialog.name.setText("Half time")
        press(dialog.name_button)
        await settled(dialog)
        mine.add(1)
        await mine.reach(6)
    async with running(document.reference, "Second") as mine:
        mine.add(9)
        await mine.reach(9)
    dialog = await show(document)
    titles = [dialog.objects.itemText(row) for row in range(dialog.objects.count())]
    assert titles == ["Score (Shared counter)", "Second (Shared counter)"]
    dialog.objects.setCurrentIndex(1)
    await settled(dialog)
    await seen(dialog, "9")
    dialog.objects.setCurrentIndex(0)
    await settled(dialog)
    dialog.list.setCurrentRow(1)
    await settled(dialog)
    press(dialog.restore)
    await settled(dialog)
    assert dialog.problem.text() == ""
    async with running(reference) as mine:
        await mine.reach(5)


async def test_a_page_without_changes_says_so(show: Show) -> None:
    dialog = await show(Document(counter(str(uuid4())), "Score"))
    assert dialog.list.count() == 0
    assert "no history yet" in dialog.summary.text()
    assert not dialog.restore.isEnabled()
    assert not dialog.name_button.isEnabled()


def test_times_in_words(theme: Theme) -> None:
    now = 1_900_000_000_000
    assert when(now - 5_000, now) == "just now"
    assert when(now - 61_000, now) == "a minute ago"
    assert when(now - 600_000, now) == "10 minutes ago"
    assert when(now - 86_400_000, now).startswith("yesterday, ")
    assert "2030" in when(now - 5 * 86_400_000, now)
    assert version_name("worked apart, 2030-01-01 12:00") == "worked apart, 2030-01-01 12:00"
    assert version_name("mine") == "mine"


async def lies_there(view: QWidget | None, text: str) -> None:
    """Wait until an object on a desktop, at any depth, shows a text."""

    def is_there(desktop: Any) -> bool:
        inside = [widget for name in desktop.embedded.awake for widget in desktop.embedded.widgets(name)]
        return any(is_there(each) if hasattr(each, "embedded") else text in words_in(each) for each in inside)

    async with asyncio.timeout(20):
        while not is_there(view):
            QApplication.processEvents()
            await asyncio.sleep(0)


async def test_an_object_on_a_desktop_in_a_desktop_has_a_history(show: Show) -> None:
    floor = page(str(uuid4()))
    stored_room = in_page(page("anywhere"), floor)
    room = on_page(stored_room, floor)
    stored_score = in_page(counter("anywhere"), room)
    async with Node(installed_catalogue()) as node:
        for desk, title, reference in ((room, "Score", stored_score), (floor, "Room", stored_room)):
            copy = await opened(node, desk, "desktop")
            await live(copy)
            added = vars(item("object", title=title, place=Placement(0.0, 0.0, 500.0, 400.0, 0.0))) | {
                "reference": [reference]
            }
            copy.send("put", [added | {"place": vars(added["place"])}])
            await copy.until(lambda copy=copy: copy.body._desktop.things.items)  # type: ignore[misc]
        async with running(on_page(stored_score, room)) as mine:
            mine.add(5)
            await mine.reach(5)
            dialog = await show(Document(floor, "Floor"))
            titles = [dialog.objects.itemText(row) for row in range(dialog.objects.count())]
            assert titles == ["Floor", "Room (2D desktop)", "Score (Shared counter)"]
            dialog.objects.setCurrentIndex(2)
            await settled(dialog)
            await seen(dialog, "5")
            for row in (1, 0):
                dialog.objects.setCurrentIndex(row)
                await settled(dialog)
                await lies_there(dialog.preview.view, "5")  # on the desktop, and on the desktop on the desktop
                assert dialog.problem.text() == ""


async def test_what_another_program_has_open_is_shown_and_restored_there(show: Show, home: Path) -> None:
    file = home / "score.liveobject"
    reference = counter(str(uuid4()))
    file.write_bytes(write(Document(reference, "Score")))
    async with liveobjects(home, "host", str(file), "--json") as process:
        await process.until(state="live")
        async with running(reference) as mine:  # the other program keeps it, and stores its states
            mine.add(5)
            await mine.reach(5)
            dialog = await show(Document(reference, "Score"))
            assert dialog.list.count() == 1
            dialog.name.setText("Half time")
            press(dialog.name_button)
            await settled(dialog)
            mine.add(5)
            await mine.reach(10)
            dialog = await show(Document(reference, "Score"))
            await seen(dialog, "10")
            dialog.list.setCurrentRow(1)
            await settled(dialog)
            press(dialog.restore)
            await settled(dialog)
            assert dialog.problem.text() == ""
            await mine.reach(5)
            lines = [dialog.list.item(row).text() for row in range(dialog.list.count())]
            assert sum("before it was restored" in line for line in lines) == 1


async def test_what_goes_wrong_is_said_in_german(
    show: Show, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference = counter(str(uuid4()))
    async with running(reference) as mine:
        mine.add(5)
        await mine.reach(5)
        locale = QLocale()
        install_translation(qapp, "de")
        try:
            dialog = await show(Document(reference, "Score"))
            assert dialog.windowTitle() == "Verlauf"
            assert "gerade eben" in dialog.list.item(0).text()
            monkeypatch.setattr(DocumentGroup, "may_edit", False)
            await dialog._guarded(dialog._history.restore(dialog.document, dialog.version.stored))  # type: ignore[arg-type, union-attr]
            words = "Sie dürfen es nur ansehen; bitten Sie den Eigentümer, dass Sie es bearbeiten dürfen"
            assert dialog.problem.text() == words
        finally:
            install_translation(qapp, "en")
            QLocale.setDefault(locale)
