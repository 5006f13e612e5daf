# SPDX-License-Identifier: BSD-3-Clause
"""Shared by commands about people."""


def own_name() -> str:
    """Return the user's name from the settings, else from the account."""
    from app.ui.player.local_user import sender_name  # noqa: PLC0415 - has no Qt in it

    return sender_name()
