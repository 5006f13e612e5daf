# SPDX-License-Identifier: BSD-3-Clause
"""Sealed files in the player, and removing somebody."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from app.mail import objects_in
from app.runtime.references import Addressee, Document, LiveObjectFileError, Primitive, read
from app.runtime.trust import Identity, read_card, read_document, seal
from app.ui.player.document_import import read_documents
from app.ui.player.document_transfer import message_for, temporary_copy
from app.ui.player.open_error_dialog import OpenErrorDialog, launched_by_desktop
from app.ui.player.people_dialog import PeopleDialog
from app.ui.player.window import PlayerWindow
from app.ui.theme import Theme
from app.ui.thumbnails import thumbnail_of
from tests.objects_library.channels.company import ORDERED
from tests.objects_library.channels.household import household
from tests.objects_library.copies import eventually

BOB = Identity.new()
DOCUMENT = Document(Primitive(5), "Hidden plan", "Hidden words")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    return tmp_path


def test_what_came_sealed_leaves_sealed(home: Path) -> None:
    file = home / "sealed.liveobject"
    me = Identity.of_user()
    file.write_bytes(seal(DOCUMENT, [Addressee(me.public, "Me")], BOB, "Bob"))
    ((document, _),) = read_documents(file)
    assert document.title == "Hidden plan"
    copy = temporary_copy(document)
    message = message_for(document)
    for content in (copy.read_bytes(), bytes(message), objects_in(bytes(message))[0][1]):
        assert b"Hidden" not in content
    assert read_document(copy).title == "Hidden plan"
    assert thumbnail_of(document) == thumbnail_of(replace(document, title="Another"))
    with pytest.raises(LiveObjectFileError, match="sealed for"):
        read(copy)


def test_a_sealed_object_is_not_opened_in_the_composer_nor_remembered(home: Path, theme: Theme) -> None:
    document = replace(DOCUMENT, sealed_for=(Addressee(BOB.public, "Bob"),))
    window = PlayerWindow(document, home / "sealed.liveobject", theme)
    window._look_inside()
    assert "Only chosen people can open it" in window.messages.text
    window.close()
    assert not list((home / "home").rglob("*.png"))


async def test_the_owner_removes_somebody(home: Path, theme: Theme) -> None:
    async with household(home) as people:
        reference = people.owned(ORDERED, "ann")
        ann, eve = [await people.join(name, reference) for name in ("ann", "eve")]
        for each in (ann, eve):
            await each.app.live(2)
        dialog = PeopleDialog([ann.admission], [])
        assert [each.name for each in dialog.attendants()] == ["ann", "eve"]
        assert _buttons(dialog) == ["I know them", "Remove…"]
        stranger = PeopleDialog([eve.admission], [])
        assert _buttons(stranger) == ["I know them"]
        stranger.reject()
        box = dialog.ask(dialog.attendants()[1])
        assert "eve keeps what is there now" in box.informativeText()
        assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
        next(button for button in box.buttons() if button.text() == "Remove").click()
        await eventually(lambda: eve.admission.was_removed)
        await eventually(lambda: [each.name for each in dialog.attendants()] == ["ann"])
        assert _buttons(dialog) == []
        dialog.reject()
        assert not any(call == dialog.refresh for call in ann.admission.watchers)


def test_without_an_owner_nobody_can_be_removed(theme: Theme, qtbot: QtBot) -> None:
    dialog = PeopleDialog([], ["Ann", "<i>Bob</i>"])
    qtbot.addWidget(dialog)
    assert "nobody can be removed" in dialog._about.text()
    assert _buttons(dialog) == []


def _buttons(dialog: PeopleDialog) -> list[str]:
    QApplication.sendPostedEvents(None, 52)  # what was deleted later is gone now
    items = [dialog._rows.itemAt(each) for each in range(dialog._rows.count())]
    rows = [item.widget() for item in items if item is not None]
    return [button.text() for row in rows if row for button in row.findChildren(QPushButton)]


def test_a_refusal_is_said_in_a_window_where_nobody_reads_a_terminal(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DESKTOP_STARTUP_ID", raising=False)
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    monkeypatch.delenv("GIO_LAUNCHED_DESKTOP_FILE", raising=False)
    assert not launched_by_desktop()
    monkeypatch.setenv("GIO_LAUNCHED_DESKTOP_FILE", "liveobjects.desktop")
    assert launched_by_desktop()
    dialog = OpenErrorDialog("a.liveobject: it is only for Bob; you are not among them; ask Bob", sealed=True)
    qtbot.addWidget(dialog)
    dialog.show()
    said = [label.text() for label in dialog.findChildren(QLabel)]
    assert "A.liveobject: it is only for Bob; you are not among them.\n\nAsk Bob." in said
    dialog.card.click()
    assert read_card(QGuiApplication.clipboard().text()).key == Identity.of_user().public
    dialog.do_it.click()
    assert not dialog.isVisible()
