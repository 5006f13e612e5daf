# SPDX-License-Identifier: BSD-3-Clause
"""Errors that occur before there is a window to show them."""

from app.errors import LiveObjectsError


class WindowError(LiveObjectsError):
    """The window cannot be shown here; the message says what to do."""
