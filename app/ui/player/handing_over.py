"""Giving a document away: as a file, to the clipboard, by dragging, and to the mail program."""

import re
import secrets
import shutil
from email.message import EmailMessage
from pathlib import Path

from PySide6.QtCore import QMimeData, QProcess, QUrl
from PySide6.QtGui import QDesktopServices

from app.runtime.places import make_private, runtime_directory
from app.runtime.references import MEDIA_TYPE, Document, LiveObjectFileError, read, write
from app.ui.welcome.gallery import SUFFIX

_LARGEST_DROP = 16 * 1024 * 1024


class HandOverError(Exception):
    """A document could not be given to another program; says what to do."""

    def __init__(self, what: str, what_to_do: str) -> None:
        super().__init__(f"{what}; {what_to_do}")
        self.what_to_do = what_to_do


def file_name(document: Document) -> str:
    """A name for its file that every system takes."""
    words = re.sub(r"[^\w\- ]+", " ", document.title).strip()[:60]
    return f"{'_'.join(words.lower().split()) or 'live_object'}{SUFFIX}"


def temporary_copy(document: Document) -> Path:
    """A file with the document, in a folder of its own that ends with the session."""
    folder = make_private(runtime_directory() / "handed over" / secrets.token_hex(8))
    file = folder / file_name(document)
    file.write_bytes(write(document))
    return file


def as_mime(document: Document) -> QMimeData:
    """The document for the clipboard or a drag: as what it is, as a file, and as text."""
    data = write(document)
    mime = QMimeData()
    mime.setData(MEDIA_TYPE, data)
    mime.setUrls([QUrl.fromLocalFile(str(temporary_copy(document)))])
    mime.setText(data.decode())
    return mime


def can_be_read(mime: QMimeData) -> bool:
    """Whether something that is dragged here looks like a document; quick, it is asked at every move."""
    if mime.hasFormat(MEDIA_TYPE) or _files(mime):
        return True
    return mime.hasText() and mime.text()[:200].lstrip().startswith("<")


def documents_in(mime: QMimeData) -> list[tuple[Document, Path | None]]:
    """What was dropped or pasted; raises LiveObjectFileError when it is not what it looks like."""
    files = _files(mime)
    if files:
        return [(read(file), file) for file in files]
    data = bytes(mime.data(MEDIA_TYPE).data()) if mime.hasFormat(MEDIA_TYPE) else mime.text().encode()
    if len(data) > _LARGEST_DROP:
        raise LiveObjectFileError(None, "what was dropped is too large", "drop the file itself")
    return [(read(data), None)]


def mail(document: Document) -> None:
    """Hand a message with the file to the desktop's mail program, which the user sends or does not."""
    file = temporary_copy(document)
    subject = document.title or file.stem
    program = shutil.which("xdg-email")
    if program is not None:
        arguments = ["--utf8", "--subject", subject, "--body", _words(document), "--attach", str(file)]
        started, _ = QProcess.startDetached(program, arguments)
        if started:
            return
    message = EmailMessage()
    message["Subject"] = " ".join(subject.split())
    message["X-Unsent"] = "1"  # mail programs open it as a draft
    message.set_content(_words(document))
    message.add_attachment(
        file.read_bytes(), maintype="application", subtype=MEDIA_TYPE.partition("/")[2], filename=file.name
    )
    draft = file.with_suffix(".eml")
    draft.write_bytes(bytes(message))
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(draft))):
        raise HandOverError(
            "no mail program answers here", f"open the message yourself, it was kept as {draft}"
        )


def _words(document: Document) -> str:
    title = document.title or "A live object"
    return f"{title}\n{document.description}\n\nOpen the attached file with Live Objects to take part.\n"


def _files(mime: QMimeData) -> list[Path]:
    if not mime.hasUrls():
        return []
    named = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
    return [file for file in named if file.suffix == SUFFIX]
