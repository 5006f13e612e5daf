# SPDX-License-Identifier: BSD-3-Clause
"""Transfers documents to and from other programs: files, clipboard, drag and drop, mail."""

import secrets
import shutil
from email.message import EmailMessage
from pathlib import Path

from PySide6.QtCore import QMimeData, QProcess, QUrl
from PySide6.QtGui import QDesktopServices, QImage

from app.errors import LiveObjectsError
from app.mail import file_name, message_with, message_with_sealed
from app.mail.message_writer import SEALED_NAME
from app.runtime.directories import make_private, runtime_directory
from app.runtime.references import MEDIA_TYPE, Document, Envelope, LiveObjectFileError, write_envelope
from app.runtime.trust import read_document
from app.ui.mime_data import clipboard_data, drag_data
from app.ui.player.document_import import may_contain_objects, read_documents
from app.ui.player.local_user import document_bytes, document_envelope, program_address
from app.ui.thumbnails import as_png, thumbnail_of
from app.ui.welcome.gallery import SUFFIX

_LARGEST_DROP = 16 * 1024 * 1024


class DocumentTransferError(LiveObjectsError):
    """A document could not be passed to another program."""


def temporary_copy(document: Document | Envelope) -> Path:
    """Write the document to a temporary folder that is removed at exit."""
    folder = make_private(runtime_directory() / "handed over" / secrets.token_hex(8))
    if isinstance(document, Envelope):
        file, content = folder / SEALED_NAME, write_envelope(document)
    else:
        file, content = folder / file_name(document), document_bytes(document)
    file.write_bytes(content)
    return file


def drag_mime_data(document: Document) -> QMimeData:
    """The document for a drag: own format, file, and text."""
    return drag_data(document_bytes(document), temporary_copy(document))


def clipboard_mime_data(document: Document, picture: QImage | None = None) -> QMimeData:
    """The document for the clipboard, in all formats; a sealed one is not shown."""
    drawn = thumbnail_of(document) if picture is None or document.sealed_for else picture
    return clipboard_data(document, document_bytes(document), drawn, temporary_copy(document))


def accepts_mime_data(mime: QMimeData) -> bool:
    """Whether dragged data looks like a document; fast, because it is called on every move."""
    if mime.hasFormat(MEDIA_TYPE) or _files(mime):
        return True
    return mime.hasText() and mime.text()[:200].lstrip().startswith("<")


def read_mime_data(mime: QMimeData) -> list[tuple[Document, Path | None]]:
    """The dropped or pasted documents; raises `LiveObjectFileError` if they cannot be read."""
    files = _files(mime)
    if files:
        return [found for file in files for found in read_documents(file)]
    data = bytes(mime.data(MEDIA_TYPE).data()) if mime.hasFormat(MEDIA_TYPE) else mime.text().encode()
    if len(data) > _LARGEST_DROP:
        raise LiveObjectFileError(None, "what was dropped is too large", "drop the file itself")
    return [(read_document(data), None)]


def message_for(document: Document, picture: QImage | None = None) -> EmailMessage:
    """A mail message with the object and its picture; a sealed one is not shown."""
    if document.sealed_for:
        return message_with_sealed(document_envelope(document), program_address=program_address())
    drawn = as_png(picture if picture is not None else thumbnail_of(document))
    return message_with(document, picture=drawn, program_address=program_address())


def open_in_mail_program(document: Document | Envelope, message: EmailMessage) -> None:
    """Open a message in the desktop's mail program, for the user to send."""
    file = temporary_copy(document)
    draft = file.with_suffix(".eml")
    draft.write_bytes(bytes(message))
    opener, writes = _opener(), shutil.which("xdg-email")
    if opener is None:
        handed_over = QDesktopServices.openUrl(QUrl.fromLocalFile(str(draft)))
    elif _somebody_opens("message/rfc822"):
        # Qt opens documents only in a GUI process; the command line also calls this.
        handed_over, _ = QProcess.startDetached(opener[0], [*opener[1:], str(draft)])
    elif writes is not None and _somebody_opens("x-scheme-handler/mailto"):
        body = message.get_body(preferencelist=("plain",))
        text = body.get_content() if body is not None else ""
        words = ["--subject", str(message["Subject"]), "--body", text, "--attach", str(file)]
        receivers = [each.addr_spec for each in message["To"].addresses] if message["To"] else []
        handed_over, _ = QProcess.startDetached(writes, ["--utf8", *words, *receivers])
    else:
        handed_over = False
    if not handed_over:
        raise DocumentTransferError(
            "no mail program answers here", f"send the message yourself, it was kept as {draft}"
        )


def _opener() -> list[str] | None:
    """The command that opens a file by its type; outside a desktop, xdg-open takes messages for HTML."""
    gio, xdg = shutil.which("gio"), shutil.which("xdg-open")
    if gio is not None:
        return [gio, "open"]
    return None if xdg is None else [xdg]


def _somebody_opens(kind: str) -> bool:
    """Whether a program handles this MIME type; `True` if that cannot be queried."""
    asks = shutil.which("xdg-mime")
    if asks is None:
        return True
    query = QProcess()
    query.start(asks, ["query", "default", kind])
    return query.waitForFinished(2000) and bool(bytes(query.readAllStandardOutput().data()).strip())


def _files(mime: QMimeData) -> list[Path]:
    if not mime.hasUrls():
        return []
    named = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
    return [file for file in named if file.suffix == SUFFIX or may_contain_objects(file)]
