# SPDX-License-Identifier: BSD-3-Clause
"""The base class of errors: text, hint, and one line."""

import pytest

from app.errors import LiveObjectsError, describe, hint_of, one_line


class _OldLibraryError(Exception):
    what_to_do = "update it"


def test_the_text_is_what_is_wrong_and_the_hint() -> None:
    error = LiveObjectsError("it is full", "free some space")
    assert str(error) == "it is full; free some space"
    assert (error.what, error.hint, error.what_to_do) == ("it is full", "free some space", "free some space")
    assert str(LiveObjectsError("it is full")) == "it is full"


@pytest.mark.parametrize(
    ("error", "hint", "line", "description"),
    [
        (LiveObjectsError("a\n b", "c"), "c", "a b; c", "a b; c"),
        (LiveObjectsError("alone"), "", "alone", "alone"),
        (_OldLibraryError("old"), "update it", "old", "old"),
        (ValueError("two\nlines"), None, "two lines", "ValueError: two lines"),
        (ValueError(), None, "ValueError", "ValueError"),
    ],
)
def test_any_error_on_one_line(error: Exception, hint: str | None, line: str, description: str) -> None:
    assert hint_of(error) == hint
    assert one_line(error) == line
    assert describe(error) == description
