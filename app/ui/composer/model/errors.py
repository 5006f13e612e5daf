"""What can go wrong when a sheet is edited, with what the user can do."""

from __future__ import annotations

from app.errors import LiveObjectsError


class EditError(LiveObjectsError):
    """An edit cannot be made: what is wrong, and what to do instead."""


def not_an_edit() -> EditError:
    """What is said of data from elsewhere that describe no edit, or one that makes no sense."""
    return EditError("this is not an edit that this program knows", "update the program, or leave it out")
