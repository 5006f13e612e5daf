# SPDX-License-Identifier: BSD-3-Clause
"""Saves the object of a clicked link as a file of this session."""

from __future__ import annotations

import secrets
from pathlib import Path

from app.documents.links import content_of
from app.mail import file_name
from app.runtime.directories import make_private, runtime_directory
from app.runtime.references import Document, read_file


def save_link(link: str) -> Path:
    """Save the object of a link; opening the file asks for the usual permissions."""
    content = content_of(link)
    found = read_file(content)
    name = file_name(found) if isinstance(found, Document) else "sealed.liveobject"
    file = make_private(runtime_directory() / "from links" / secrets.token_hex(8)) / name
    file.write_bytes(content)
    return file
