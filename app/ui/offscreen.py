# SPDX-License-Identifier: BSD-3-Clause
"""Images that the command line draws without a window."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QImage

from app.documents import Preview
from app.mail import message_with, message_with_sealed
from app.runtime.program import own_command
from app.runtime.references import Document, Envelope, names_in_words
from app.runtime.trust import read_document, without_content
from app.ui.player.document_transfer import open_in_mail_program
from app.ui.player.local_user import document_bytes, program_address, signed_by_user
from app.ui.thumbnails import as_png, letterboxed, sealed_thumbnail, thumbnail_of

_TIMEOUT = 60.0
"""The timeout for drawing an object in seconds."""


def draw_thumbnail(document: Document | Envelope, file: Path, largest: int) -> None:
    """Write a thumbnail of a document without running it; sealed content stays hidden."""
    with _without_window():
        if isinstance(document, Envelope):
            picture = sealed_thumbnail(names_in_words(document.addressees), largest)
        else:
            picture = thumbnail_of(document, largest)
        file.write_bytes(as_png(picture))


def make_message(document: Document | Envelope, *, to: str, sender: str, words: str) -> EmailMessage:
    """A message with a signed document and its picture, or with a sealed envelope."""
    if isinstance(document, Envelope):
        return message_with_sealed(document, to=to, sender=sender, words=words, program_address=program_address())
    document = signed_by_user(document)
    with _without_window():
        picture = as_png(thumbnail_of(document))
    return message_with(document, picture=picture, to=to, sender=sender, words=words, program_address=program_address())


def shown_in_documents(document: Document, *, run: bool) -> Preview:
    """The embedded form of an object, drawn from a short run or from its last thumbnail."""
    document = signed_by_user(without_content(document))  # a link has no room for content
    content = document_bytes(document)
    picture = _as_it_is_now(content) if run and not document.sealed_for else None
    with _without_window():
        return Preview.of(document, content, as_png(picture or thumbnail_of(document)))


def draw_again(content: bytes, size: tuple[int, int], *, run: bool) -> bytes | None:
    """Redraw the picture of an object in the aspect ratio of a size; `None` if it shows nothing."""
    document = read_document(content)
    picture = _as_it_is_now(content) if run and not document.sealed_for else None
    with _without_window():
        if picture is None:
            picture = thumbnail_of(document) if document.sealed_for or not run else None
        return None if picture is None else as_png(letterboxed(picture, *size))


def _as_it_is_now(content: bytes) -> QImage | None:
    """A picture from a short run in a separate process; `None` if the object shows nothing."""
    with tempfile.TemporaryDirectory(prefix="liveobjects-") as folder:
        file, drawn = Path(folder, "object.liveobject"), Path(folder, "picture.png")
        file.write_bytes(content)
        command = own_command("open", "--apart", "--bare", "--theme=light", f"--screenshot={drawn}", str(file))
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(command, capture_output=True, check=False, timeout=_TIMEOUT)
        picture = QImage(str(drawn))
    return None if picture.isNull() else picture


def hand_over_message(document: Document | Envelope, message: EmailMessage) -> None:
    """Open a message in the desktop's mail program."""
    with _without_window():
        open_in_mail_program(document, message)


@contextlib.contextmanager
def _without_window() -> Iterator[None]:
    before = os.environ.get("QT_QPA_PLATFORM")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QGuiApplication.instance() or QGuiApplication(["liveobjects"])
    if before is None:
        del os.environ["QT_QPA_PLATFORM"]  # child processes choose their own platform
    else:
        os.environ["QT_QPA_PLATFORM"] = before
    yield
    del application
