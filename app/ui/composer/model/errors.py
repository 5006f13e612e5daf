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
