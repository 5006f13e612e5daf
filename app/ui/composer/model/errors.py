# SPDX-License-Identifier: BSD-3-Clause
"""Errors of editing, each with a remedy."""

from __future__ import annotations

from app.errors import LiveObjectsError


class EditError(LiveObjectsError):
    """An edit cannot be applied: what is wrong, and what to do."""


def not_an_edit() -> EditError:
    """The error for external data that is not a valid edit."""
    return EditError("this is not an edit that this program knows", "update the program, or leave it out")
