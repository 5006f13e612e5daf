# SPDX-License-Identifier: BSD-3-Clause
"""Document transfer: file names, the clipboard, the mail program."""

import os
import random
import stat
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.documents import objects_in as objects_in_document
from app.mail import file_name, objects_in
from app.runtime.references import MEDIA_TYPE, Composite, Document, LiveObjectFileError, read, write
from app.ui.mime_data import COPIED_FILES, EMBEDDED
from app.ui.player import document_transfer
from app.ui.player.document_transfer import (
    accepts_mime_data,
    drag_mime_data,
    message_for,
    open_in_mail_program,
    read_mime_data,
    temporary_copy,
)
from app.ui.player.local_user import signed_by_user
from app.ui.player.share import ShareActions
from app.ui.theme import Choice, Theme
from tests.ui.player.given_page import GivenPage

DOCUMENT = Document(Composite(), "Plan: Ümlaut/../x", "What we do.")


@pytest.fixture
def sharing(qapp: QApplication) -> Iterator[ShareActions]:
    palette, sheet = qapp.palette(), qapp.styleSheet()
    window = QWidget()
    yield ShareActions(window, Theme(qapp, Choice.DARK), GivenPage(DOCUMENT))
    window.deleteLater()
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)


def test_a_name_for_a_file() -> None:
    assert file_name(DOCUMENT) == "plan_ümlaut_x.liveobject"
    assert file_name(Document(Composite(), "../..")) == "live_object.liveobject"
    copy = temporary_copy(DOCUMENT)
    assert read(copy) == DOCUMENT
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700


def test_what_is_copied_can_be_read_again(sharing: ShareActions) -> None:
    signed = signed_by_user(DOCUMENT)
    sharing.copy()
    mime = QGuiApplication.clipboard().mimeData()
    assert accepts_mime_data(mime)
    assert read_mime_data(mime) == [(signed, None)]
    assert mime.text().encode() == write(signed)


def test_what_is_copied_is_offered_to_every_program_at_once(sharing: ShareActions, tmp_path: Path) -> None:
    signed = signed_by_user(DOCUMENT)
    sharing.copy()
    mime = QGuiApplication.clipboard().mimeData()
    assert bytes(mime.data(MEDIA_TYPE).data()) == write(signed)
    picture = QImage(cast(QImage, mime.imageData()))
    assert not picture.isNull()
    page, text = tmp_path / "page.html", tmp_path / "text.odt"
    page.write_text(mime.html())
    text.write_bytes(bytes(mime.data(EMBEDDED).data()))
    assert objects_in_document(page) == objects_in_document(text) == [write(signed)]
    assert not mime.hasUrls()  # office programs would take them for a link to the file
    word, address = bytes(mime.data(COPIED_FILES).data()).decode().split("\n")
    assert word == "copy"
    assert Path(QUrl(address).toLocalFile()).read_bytes() == write(signed)
    [(dragged, file)] = read_mime_data(drag_mime_data(signed))
    assert dragged == signed
    assert file is not None


def test_what_is_too_large_for_a_link_is_offered_without_one() -> None:
    large = Document(Composite(), "Plan", random.Random(1).randbytes(100_000).hex())
    mime = document_transfer.clipboard_mime_data(large, QImage(8, 8, QImage.Format.Format_RGB32))
    assert mime.hasFormat(MEDIA_TYPE)
    assert mime.hasImage()
    assert not mime.hasHtml()
    assert not mime.hasFormat(EMBEDDED)


@pytest.mark.parametrize("name", ["report.odt", "talk.odp", "page.html"])
def test_it_is_put_into_a_document(sharing: ShareActions, tmp_path: Path, qtbot: QtBot, name: str) -> None:
    file = tmp_path / name
    for words in ("has a picture", "fresh"):
        with qtbot.waitSignal(sharing.done, timeout=20_000) as said:
            sharing.put_into(file)
        assert words in said.args[0]
    assert objects_in_document(file) == [write(signed_by_user(DOCUMENT))]
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(file))])
    assert accepts_mime_data(dropped)
    [(document, kept)] = read_mime_data(dropped)  # a document opens what is in it
    assert document == signed_by_user(DOCUMENT)
    assert kept not in (None, file)
    file.write_text("torn")
    with pytest.raises(LiveObjectFileError):
        read_mime_data(dropped)
    with qtbot.waitSignal(sharing.failed, timeout=20_000):
        sharing.put_into(file)
    assert file.read_text() == "torn"


def test_a_copy_is_saved_or_the_reason_said(sharing: ShareActions, tmp_path: Path) -> None:
    failures: list[str] = []
    sharing.failed.connect(failures.append)
    sharing.save(tmp_path / "copy.liveobject")
    assert read(tmp_path / "copy.liveobject") == signed_by_user(DOCUMENT)
    assert not failures
    sharing.save(tmp_path / "none" / "copy.liveobject")
    assert len(failures) == 1


def test_mail_goes_to_the_program_of_the_desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    asked = tmp_path / "xdg-mime"
    # No program opens messages as files, but one writes them.
    asked.write_text('#!/bin/sh\nif [ "$3" = x-scheme-handler/mailto ]; then echo mail.desktop; fi\n')
    asked.chmod(0o700)
    program, said = tmp_path / "xdg-email", tmp_path / "said"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{said}.part"; mv "{said}.part" "{said}"\n')
    program.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    open_in_mail_program(DOCUMENT, message_for(DOCUMENT))
    qtbot.waitUntil(said.exists, timeout=20_000)
    words = said.read_text().splitlines()
    assert read(Path(words[words.index("--attach") + 1])) == DOCUMENT


def test_without_a_mail_program_a_draft_is_kept(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> None:
    opened: list[str] = []
    monkeypatch.setenv("PATH", "")

    def refuse(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return False

    monkeypatch.setattr(QDesktopServices, "openUrl", refuse)
    with pytest.raises(document_transfer.DocumentTransferError, match="no mail program"):
        open_in_mail_program(DOCUMENT, message_for(DOCUMENT))
    message = message_from_bytes(Path(opened[0]).read_bytes())
    attached = list(message.walk())[-1]
    assert attached.get_payload(decode=True) == write(DOCUMENT)
    assert drag_mime_data(DOCUMENT).hasUrls()


def test_a_message_is_saved_and_opened_again(sharing: ShareActions, tmp_path: Path) -> None:
    signed = signed_by_user(DOCUMENT)
    sharing.save_message(tmp_path / "plan.eml")
    content = (tmp_path / "plan.eml").read_bytes()
    assert objects_in(content) == [("plan_ümlaut_x.liveobject", write(signed))]
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "plan.eml"))])
    assert accepts_mime_data(mime)
    [(document, file)] = read_mime_data(mime)
    assert document == signed
    assert file is not None
    assert file.name == "plan_ümlaut_x.liveobject"
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
