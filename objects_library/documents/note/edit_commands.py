# SPDX-License-Identifier: BSD-3-Clause
"""Edit commands of a note, as steps; no Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from objects_library.replication.text.rich_document import Step
from objects_library.replication.text.rich_text import DEEPEST, LISTS, YES, Look, RichText, TextRun, look_of_characters

_SHORTCUTS = {
    "#": "h1",
    "##": "h2",
    "###": "h3",
    "-": "bullet",
    "*": "bullet",
    "1.": "number",
    "[]": "check",
    "[ ]": "check",
    "[x]": "done",
    ">": "quote",
    "```": "code",
}
_CHARACTERS = ("bold", "italic", "underline", "strike", "code", "highlight", "link")


class Paragraph(NamedTuple):
    """A range of characters; its line end is at `end`."""

    start: int
    end: int
    look: Look

    @property
    def kind(self) -> str:
        """The kind of paragraph; empty for plain text."""
        return self.look.get("block", "")

    @property
    def depth(self) -> int:
        """The indentation."""
        return int(self.look.get("indent", "0"))


def paragraph_at(note: RichText, at: int) -> Paragraph:
    """The paragraph at a position."""
    start = note.text.rfind("\n", 0, at) + 1
    end = note.text.index("\n", at)
    return Paragraph(start, end, note.paragraph(end))


def paragraphs(note: RichText, start: int, end: int, *, behind: bool = False) -> Iterator[Paragraph]:
    """All paragraphs in a range; with `behind`, also one that begins at its end."""
    found = paragraph_at(note, start)
    yield found
    while found.end < end:
        found = paragraph_at(note, found.end + 1)
        if found.start == end and end > start and not behind:
            return
        yield found


def with_block(note: RichText, start: int, end: int, kind: str) -> list[Step]:
    """Set the kind of paragraphs; the kind that they already have is removed."""
    found = list(paragraphs(note, start, end))
    same = [{"check": "done"}.get(kind, kind), kind]
    wanted = "" if kind and all(each.kind in same for each in found) else kind
    steps = []
    for each in found:
        look = {"block": wanted}
        if each.depth and wanted not in LISTS:
            look["indent"] = ""
        steps.append(Step(each.end, look=look, restyle=1))
    return steps


def indented(note: RichText, start: int, end: int, by: int) -> list[Step]:
    """Change the indentation of paragraphs."""
    steps = []
    for each in paragraphs(note, start, end):
        depth = max(0, min(DEEPEST, each.depth + by))
        if depth != each.depth:
            steps.append(Step(each.end, look={"indent": str(depth) if depth else ""}, restyle=1))
    return steps


def has_look(note: RichText, start: int, end: int, name: str, value: str = YES) -> bool:
    """Whether all characters in a range have a look; line ends do not count."""
    pieces = [piece for piece in note.pieces(start, end) if piece.text.strip("\n")]
    return bool(pieces) and all(piece.look.get(name) == value for piece in pieces)


def marked(note: RichText, start: int, end: int, name: str, value: str = YES) -> list[Step]:
    """Toggle a look of characters."""
    wanted = "" if has_look(note, start, end, name, value) else value
    return [Step(start, look={name: wanted}, restyle=end - start)] if end > start else []


def plain(note: RichText, start: int, end: int) -> list[Step]:
    """Remove all looks from characters, and from paragraphs that are selected completely."""
    steps = [Step(start, look=dict.fromkeys(_CHARACTERS, ""), restyle=end - start)] if end > start else []
    whole = (each for each in paragraphs(note, start, end) if start <= each.start and each.end <= end)
    return steps + [Step(each.end, look=dict.fromkeys(each.look, ""), restyle=1) for each in whole if each.look]


def linked(note: RichText, start: int, end: int, address: str, text: str) -> list[Step]:
    """Turn the selection into a link, or insert one; an empty address removes links."""
    if text == note.text[start:end]:
        return [Step(start, look={"link": address}, restyle=end - start)] if end > start else []
    look = look_of_characters(note.look(start)) if end > start else {}
    made = {**{name: value for name, value in look.items() if name != "link"}, "link": address}
    return [Step(start, end - start, text, {name: value for name, value in made.items() if value})]


def link_around(note: RichText, at: int) -> tuple[int, int, str]:
    """The range and address of the link at a position; without a link, the position."""
    address = note.look(at).get("link", "") or (note.look(at - 1).get("link", "") if at else "")
    if not address:
        return at, at, ""
    start = end = at
    while start and note.look(start - 1).get("link") == address:
        start -= 1
    while note.look(end).get("link") == address:
        end += 1
    return start, end, address


def replaced(note: RichText, start: int, end: int, pieces: Sequence[TextRun]) -> tuple[list[Step], int]:
    """Replace the selection; also returns the new cursor position."""
    pieces = list(pieces)
    target = paragraph_at(note, end)
    closing: Look | None = None
    if pieces and pieces[-1].text.endswith("\n") and pieces[-1].look and end == target.end:
        closing = pieces[-1].look  # the last inserted paragraph merges with the present one
        pieces[-1] = TextRun(pieces[-1].text[:-1], closing)
    steps = [Step(start, end - start)] if end > start else []
    at = start
    first = paragraph_at(note, start)
    for text, look in pieces:
        if text:
            begins = at == start and first.look and "\n" in text and not look and first.start < start
            steps.append(Step(at, insert=text, look=first.look if begins else look))
            at += len(text)
    if closing is not None:
        steps.append(Step(at, look={**dict.fromkeys(target.look, ""), **closing}, restyle=1))
    elif end > start and "\n" in note.text[start:end]:
        steps += _kept_look(first, target, at + target.end - end, start)
    return steps, at


def deleted(note: RichText, start: int, end: int) -> list[Step]:
    """Delete a range; merged paragraphs get the look of the first."""
    return replaced(note, start, end, ())[0]


def _kept_look(first: Paragraph, last: Paragraph, at: int, start: int) -> list[Step]:
    """Merged paragraphs look like the first, unless it is deleted completely."""
    if first.start == start or first.look == last.look:
        return []
    return [Step(at, look={**dict.fromkeys(last.look, ""), **first.look}, restyle=1)]


def new_line(note: RichText, start: int, end: int) -> tuple[list[Step], int]:
    """Handle Return: an empty item ends its list, and plain text follows a heading."""
    here = paragraph_at(note, start)
    if start == end and here.start == here.end and here.look:
        if here.depth:
            return indented(note, start, end, -1), start
        return [Step(here.end, look={"block": ""}, restyle=1)], start
    steps = [Step(start, end - start, "\n", here.look)]
    last = paragraph_at(note, end)
    following = last.end + 1 - (end - start)
    wanted = {**here.look, "block": {"done": "check"}.get(here.kind, here.kind)}
    if here.kind in ("h1", "h2", "h3") and end == last.end:
        wanted = {}
    wanted = {name: value for name, value in wanted.items() if value}
    if wanted != last.look:
        steps.append(Step(following, look={**dict.fromkeys(last.look, ""), **wanted}, restyle=1))
    return steps, start + 1


def shortcut(note: RichText, at: int) -> tuple[list[Step], int]:
    """Handle a space after `#`, `-`, `1.` and similar at the start of a plain paragraph."""
    here = paragraph_at(note, at)
    kind = _SHORTCUTS.get(note.text[here.start : at], "")
    if not kind or here.look:
        return [], at
    length = at - here.start
    return [Step(here.start, length), Step(here.end - length, look={"block": kind}, restyle=1)], here.start


def backspace(note: RichText, at: int) -> list[Step]:
    """Handle Backspace at the start of an item or heading: make it plain text first."""
    here = paragraph_at(note, at)
    if at != here.start or not here.look:
        return []
    if here.depth:
        return indented(note, at, at, -1)
    return [Step(here.end, look={"block": ""}, restyle=1)]


def checked(note: RichText, at: int) -> list[Step]:
    """Toggle the check box of an item."""
    here = paragraph_at(note, at)
    other = {"check": "done", "done": "check"}.get(here.kind)
    return [Step(here.end, look={"block": other}, restyle=1)] if other else []
