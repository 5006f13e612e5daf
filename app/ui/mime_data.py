# SPDX-License-Identifier: BSD-3-Clause
"""The MIME formats offered to other programs by drags and the clipboard.

The clipboard has: our own type, the same as text, a picture, HTML and an office document (a picture with a
link that opens the object), and a file for file managers.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QImage

from app.documents import DocumentError, Preview
from app.documents.html_page import figure
from app.documents.office import TEXT_KIND, OfficeDocument, new_document
from app.runtime.references import MEDIA_TYPE, Document
from app.runtime.trust import without_content
from app.ui.player.local_user import document_bytes, signed_by_user
from app.ui.thumbnails import as_png

# LibreOffice's names. It ignores the document without the descriptor. Without the document it prefers the
# bare image to HTML, and the link is lost.
EMBEDDED = 'application/x-openoffice-embed-source-xml;windows_formatname="Star Embed Source (XML)"'
_DESCRIBED = (
    'application/x-openoffice-objectdescriptor-xml;windows_formatname="Star Object Descriptor (XML)";'
    'classname="8BC6B165-B1B2-4EDD-aa47-dae2ee689dd6";typename="Live object";viewaspect="1";'
    'width="16000";height="10000";posx="0";posy="0"'
)
COPIED_FILES = "x-special/gnome-copied-files"
"""The MIME type of copied files; with `text/uri-list`, office programs would insert a link to the file."""


def drag_data(content: bytes, file: Path | None = None) -> QMimeData:
    """An object in its own format, as text, and as a file if there is one."""
    mime = QMimeData()
    mime.setData(MEDIA_TYPE, content)
    mime.setText(content.decode())
    if file is not None:
        mime.setUrls([QUrl.fromLocalFile(str(file))])
    return mime


def clipboard_data(document: Document, content: bytes, picture: QImage, file: Path | None = None) -> QMimeData:
    """An object in all formats; without a link if it is too large for one."""
    mime = drag_data(content)
    mime.setImageData(picture)
    with contextlib.suppress(DocumentError):
        vouched = signed_by_user(without_content(document))  # a link has no room for content
        shown = Preview.of(vouched, document_bytes(vouched), as_png(picture))
        mime.setHtml(f"<html><body>{figure(shown)}</body></html>")
        mime.setData(EMBEDDED, OfficeDocument(new_document(TEXT_KIND, shown.title), TEXT_KIND).with_object(shown))
        mime.setData(_DESCRIBED, b"")
    if file is not None:
        mime.setData(COPIED_FILES, f"copy\n{QUrl.fromLocalFile(str(file)).toString()}".encode())
    return mime
