"""What can go wrong when a sheet is edited, with what the user can do."""

from __future__ import annotations


class EditError(Exception):
    """An edit cannot be made: what is wrong, and what to do instead."""

    def __init__(self, what: str, what_to_do: str) -> None:
        super().__init__(what)
        self.what = what
        self.what_to_do = what_to_do

    def __str__(self) -> str:
        return f"{self.what}; {self.what_to_do}"


def not_an_edit() -> EditError:
    """What is said of data from elsewhere that describe no edit, or one that makes no sense."""
    return EditError("this is not an edit that this program knows", "update the program, or leave it out")
