# SPDX-License-Identifier: BSD-3-Clause
"""Whether people see each other's pointers, in all views of this program. No Qt in this file."""

_wanted = True


def want_pointers(wanted: bool) -> None:
    """Choose whether the user sees the pointers of others, and shows their own."""
    global _wanted  # noqa: PLW0603 - a preference of the user, not of a view
    _wanted = wanted


def pointers_wanted() -> bool:
    """Whether the user sees the pointers of others, and shows their own."""
    return _wanted
