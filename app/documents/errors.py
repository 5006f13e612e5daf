# SPDX-License-Identifier: BSD-3-Clause
"""Errors of documents and links."""

from __future__ import annotations

from app.errors import LiveObjectsError


class DocumentError(LiveObjectsError):
    """A document or link cannot hold or give live objects."""
