"""What the command line draws without a window."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from app.mail import message_with, message_with_sealed
from app.runtime.references import Document, Envelope, names_in_words
from app.ui.pictures import as_png, picture_of, picture_of_sealed
from app.ui.player.handing_over import give_to_mail_program
from app.ui.player.person import vouched_for_by_user


def draw_thumbnail(document: Document | Envelope, file: Path, largest: int) -> None:
    """Write a picture of a document, which is not run; what is sealed stays so."""
    with _without_window():
        if isinstance(document, Envelope):
            picture = picture_of_sealed(names_in_words(document.addressees), largest)
        else:
            picture = picture_of(document, largest)
        file.write_bytes(as_png(picture))


def make_message(document: Document | Envelope, *, to: str, sender: str, words: str) -> EmailMessage:
    """A message with a document on somebody's word and a picture of it, or with what is sealed."""
    if isinstance(document, Envelope):
        return message_with_sealed(document, to=to, sender=sender, words=words)
    document = vouched_for_by_user(document)
    with _without_window():
        picture = as_png(picture_of(document))
    return message_with(document, picture=picture, to=to, sender=sender, words=words)


def hand_over_message(document: Document | Envelope, message: EmailMessage) -> None:
    """Let the mail program of the desktop show a message."""
    with _without_window():
        give_to_mail_program(document, message)


@contextlib.contextmanager
def _without_window() -> Iterator[None]:
    before = os.environ.get("QT_QPA_PLATFORM")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QGuiApplication.instance() or QGuiApplication(["liveobjects"])
    if before is None:
        del os.environ["QT_QPA_PLATFORM"]  # a program that is started from here decides anew
    else:
        os.environ["QT_QPA_PLATFORM"] = before
    yield
    del application
