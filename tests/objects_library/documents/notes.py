# SPDX-License-Identifier: BSD-3-Clause
"""Somebody who has a note open and follows what a view would hear."""

from __future__ import annotations

from typing import Any

from app.runtime.activation import Node
from app.runtime.references import Reference
from objects_library.replication.text.rich_text import RichText, TextRun
from tests.objects_library.copies import Copy, local_channel, replicated

NOTE = 0x1D441EBF0262D858C7910D91C94F5ADE


def a_note(name: str, *, keep: bool = False, **values: Any) -> Reference:
    """A note in this process; what is kept on disk would be found by the next test with that name."""
    return replicated(NOTE, local_channel("NoteChange", "NoteState", name), keep=keep, **values)


def step(at: int, delete: int = 0, insert: str = "", restyle: int = 0, **look: str) -> dict[str, Any]:
    """A step as it is said."""
    return {"at": at, "delete": delete, "insert": insert, "look": look, "restyle": restyle}


def follow(note: RichText, steps: list[dict[str, Any]]) -> None:
    """Do to a text what was said."""
    for each in steps:
        if each["restyle"]:
            note.restyle(each["at"], each["restyle"], each["look"])
        else:
            assert 0 <= each["at"] <= each["at"] + each["delete"] < len(note)
            note.splice(each["at"], each["delete"], each["insert"], each["look"])


class NotePage(Copy):
    """Knows the note from what is told alone."""

    note: RichText
    sections: Copy
    history: Copy

    @property
    def text(self) -> str:
        return self.note.text[:-1]

    def change(self, *steps: dict[str, Any]) -> None:
        self.send("change", list(steps))

    def write(self, at: int, text: str, **look: str) -> None:
        self.change({**step(at, insert=text), "look": look})

    def looks(self) -> list[tuple[str, dict[str, str]]]:
        return [(piece.text, piece.look) for piece in self.note.pieces()]

    async def reads(self, text: str) -> None:
        try:
            await self.until(lambda: self.text == text, 10)
        except TimeoutError:
            raise AssertionError(f"{self.text!r} is not {text!r}") from None

    def _receive(self, event: str, *value: Any) -> None:
        if event == "whole":
            self.note = RichText(TextRun(each["text"], each["look"]) for each in value[0])
        elif event == "changed":
            follow(self.note, value[0]["steps"])
        super()._receive(event, *value)


async def open_note(node: Node, reference: Reference) -> NotePage:
    """One more copy."""
    page = NotePage(node, await node.dereference(reference), "note")
    page.sections = Copy(node, page.proxy, "sections")
    page.history = Copy(node, page.proxy, "history")
    await page.until(lambda: page.all("whole"))
    return page
