# SPDX-License-Identifier: BSD-3-Clause
"""Live objects embedded in documents (ODT, ODP, DOCX, PPTX, HTML) as linked pictures."""

from app.documents.embedding import SUFFIXES, check, is_host, objects_in, put_into, refresh
from app.documents.errors import DocumentError
from app.documents.links import SCHEME, content_of, is_link, link_to
from app.documents.preview import Preview

__all__ = [
    "SCHEME",
    "SUFFIXES",
    "DocumentError",
    "Preview",
    "check",
    "content_of",
    "is_host",
    "is_link",
    "link_to",
    "objects_in",
    "put_into",
    "refresh",
]
