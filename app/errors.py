# SPDX-License-Identifier: BSD-3-Clause
"""The base class of errors that are shown to people, and their text on one line."""

from __future__ import annotations


class LiveObjectsError(Exception):
    """An error that explains itself. Its text is one line: what is wrong; a hint what to do about it."""

    def __init__(self, what: str, hint: str = "") -> None:
        super().__init__(f"{what}; {hint}" if hint else what)
        self.what = what
        self.hint = hint

    @property
    def what_to_do(self) -> str:
        """The former name of `hint`, which packed libraries may use."""
        return self.hint


def hint_of(error: BaseException) -> str | None:
    """Return the hint of an error, or None if the error does not explain itself.

    Packed libraries may define errors of their own with `what_to_do`.
    """
    hint: str | None = getattr(error, "hint", getattr(error, "what_to_do", None))
    return hint


def one_line(error: BaseException) -> str:
    """Return the text of an error on one line; its class name if it has no text."""
    return " ".join(str(error).split()) or type(error).__name__


def describe(error: BaseException) -> str:
    """Return the text of an error on one line, with its class name unless it explains itself."""
    text, name = one_line(error), type(error).__name__
    return text if hint_of(error) is not None or text == name else f"{name}: {text}"
