# SPDX-License-Identifier: BSD-3-Clause
"""Folders and invitations as people see them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication

from app.runtime.activation import Node
from app.runtime.references import MEDIA_TYPE, Document, read, write
from objects_library.widgets.object_transfer import carries_object
from tests.objects_library.folders.test_folders import folder, invitation, platform
from tests.objects_library.text.pages import shared_text
from tests.objects_library.variables.test_variables import counter
from tests.objects_library.viewers import look, type_text, unnamed

pytestmark = pytest.mark.usefixtures("qapp")


async def test_a_folder_takes_what_is_pasted_and_dropped(nodes: list[Node], tmp_path: Path) -> None:
    ann, bob = await look(nodes[0], folder()), await look(nodes[1], folder())
    assert unnamed(ann.view) == []
    clipboard = QGuiApplication.clipboard()
    clipboard.setText(write(Document(counter(), "Votes")).decode())
    ann.view.paste_button.click()
    await bob.sees(lambda: bob.view.rows.texts() == [("Votes",)])
    file = tmp_path / "guests.liveobject"
    file.write_bytes(write(Document(counter(), "")))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    assert carries_object(data)
    bob.view._take_in(data)
    await ann.sees(lambda: ann.view.rows.texts() == [("Votes",), ("guests",)])
    clipboard.setText(write(Document(shared_text(), "Text")).decode())
    ann.view.paste_button.click()  # only things that count belong in here
    await ann.sees(lambda: "Text: " in ann.view.notice.text)
    clipboard.setText("just words")
    ann.view.paste_button.click()
    assert "not a live object" in ann.view.notice.text
    data.clear()
    data.setText("<liveobject")
    ann.view._take_in(data)
    await ann.sees(lambda: "Not done" in ann.view.notice.text and "words" not in ann.view.notice.text)


async def test_what_is_in_a_folder_can_be_copied_opened_and_removed(nodes: list[Node]) -> None:
    ann, bob = await look(nodes[0], folder()), await look(nodes[1], folder())
    ann.view.act(ann.view.put, "Votes", counter())
    await bob.sees(lambda: bob.view.rows.texts() == [("Votes",)])
    bob.view.table.choose("Votes")
    assert bob.view.copy_button.isEnabled()
    bob.view.copy_button.click()
    await bob.sees(lambda: "is copied" in bob.view.notice.text)
    held = QGuiApplication.clipboard().mimeData().data(MEDIA_TYPE).data()
    assert read(bytes(held)).reference == counter()
    opened: list[Any] = []
    bob.view.open_asked.connect(opened.append)
    bob.view.table.opened.emit("Votes")
    await bob.sees(lambda: [each.title for each in opened] == ["Votes"])
    bob.view.remove_button.click()
    await ann.sees(lambda: ann.view.rows.texts() == [])


async def test_a_platform_looks_like_a_folder(nodes: list[Node]) -> None:
    ann = await look(nodes[0], platform())
    ann.view.act(ann.view.get, "news")
    await ann.sees(lambda: ann.view.rows.texts() == [("news",)])


async def test_an_invitation_is_answered(nodes: list[Node]) -> None:
    until = datetime.now(UTC) + timedelta(days=1)
    reference = invitation(host="Carol", purpose="Count with us", until=until)
    ann, bob = await look(nodes[0], reference), await look(nodes[1], reference)
    assert unnamed(ann.view) == []
    assert ann.view.purpose.text() == "Count with us"
    assert ann.view.facts.text().startswith("by Carol · until ")
    type_text(ann.view.name.line, "Ann")
    type_text(ann.view.note.line, "with cake")
    ann.view.accept_button.click()
    await bob.sees(lambda: bob.view.rows.texts() == [("Ann", "comes", "with cake")])
    bob.view.accept_button.click()
    assert "give a name" in bob.view.notice.text
    opened: list[Any] = []
    bob.view.open_asked.connect(opened.append)
    bob.view.open_button.click()
    await bob.sees(lambda: [each.reference for each in opened] == [counter()])
