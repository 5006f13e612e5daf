# SPDX-License-Identifier: BSD-3-Clause
"""Errors of documents and links."""

from __future__ import annotations

from app.errors import LiveObjectsError

SAVE_AGAIN = "open it in the office program, save it again, and try again"
"""The hint for a document that is damaged or lacks something."""


class DocumentError(LiveObjectsError):
    """A document or link cannot hold or give live objects."""
