"""What can be wrong with a document or a link."""

from __future__ import annotations


class DocumentError(Exception):
    """A document cannot hold or give live objects; says what to do."""

    def __init__(self, what: str, what_to_do: str) -> None:
        super().__init__(f"{what}; {what_to_do}")
        self.what = what
        self.what_to_do = what_to_do
