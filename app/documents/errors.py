"""What can be wrong with a document or a link."""

from __future__ import annotations

from app.errors import LiveObjectsError


class DocumentError(LiveObjectsError):
    """A document cannot hold or give live objects; says what to do."""
