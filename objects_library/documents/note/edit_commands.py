"""What people do to a note with keys and buttons, as steps; nothing here needs a window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from objects_library.replication.text.rich_document import Step
from objects_library.replication.text.rich_text import (
    DEEPEST,
    LISTS,
    YES,
    Look,
    RichText,
    TextRun,
    look_of_characters,
)

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
    """From where to where; at `end` is its line end."""

    start: int
    end: int
    look: Look

    @property
    def kind(self) -> str:
        """What kind of paragraph it is; plain: empty."""
        return self.look.get("block", "")

    @property
    def depth(self) -> int:
        """How far it is indented."""
        return int(self.look.get("indent", "0"))


def paragraph_at(note: RichText, at: int) -> Paragraph:
    """The paragraph that a place is in."""
    start = note.text.rfind("\n", 0, at) + 1
    end = note.text.index("\n", at)
    return Paragraph(start, end, note.paragraph(end))


def paragraphs(note: RichText, start: int, end: int, *, behind: bool = False) -> Iterator[Paragraph]:
    """All paragraphs that are touched by what is between two places; `behind` also one that begins there."""
    found = paragraph_at(note, start)
    yield found
    while found.end < end:
        found = paragraph_at(note, found.end + 1)
        if found.start == end and end > start and not behind:
            return
        yield found


def with_block(note: RichText, start: int, end: int, kind: str) -> list[Step]:
    """Make paragraphs headings, items or the like; a kind that they have already is taken from them."""
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
    """Indent paragraphs further, or less."""
    steps = []
    for each in paragraphs(note, start, end):
        depth = max(0, min(DEEPEST, each.depth + by))
        if depth != each.depth:
            steps.append(Step(each.end, look={"indent": str(depth) if depth else ""}, restyle=1))
    return steps


def has_look(note: RichText, start: int, end: int, name: str, value: str = YES) -> bool:
    """Whether all characters between two places look like that; line ends do not count."""
    pieces = [piece for piece in note.pieces(start, end) if piece.text.strip("\n")]
    return bool(pieces) and all(piece.look.get(name) == value for piece in pieces)


def marked(note: RichText, start: int, end: int, name: str, value: str = YES) -> list[Step]:
    """Make characters bold or the like; when all are so already, make them no longer so."""
    wanted = "" if has_look(note, start, end, name, value) else value
    return [Step(start, look={name: wanted}, restyle=end - start)] if end > start else []


def plain(note: RichText, start: int, end: int) -> list[Step]:
    """Take all looks from characters, and from paragraphs that are selected as a whole."""
    steps = [Step(start, look=dict.fromkeys(_CHARACTERS, ""), restyle=end - start)] if end > start else []
    whole = (each for each in paragraphs(note, start, end) if start <= each.start and each.end <= end)
    return steps + [
        Step(each.end, look=dict.fromkeys(each.look, ""), restyle=1) for each in whole if each.look
    ]


def linked(note: RichText, start: int, end: int, address: str, text: str) -> list[Step]:
    """Make a link of what is selected, or put one in; an empty address takes links away."""
    if text == note.text[start:end]:
        return [Step(start, look={"link": address}, restyle=end - start)] if end > start else []
    look = look_of_characters(note.look(start)) if end > start else {}
    made = {**{name: value for name, value in look.items() if name != "link"}, "link": address}
    return [Step(start, end - start, text, {name: value for name, value in made.items() if value})]


def link_around(note: RichText, at: int) -> tuple[int, int, str]:
    """The link that a place is in: from where to where, and its address; without one: the place."""
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
    """Put something in the place of what is selected; also says where the cursor then is."""
    pieces = list(pieces)
    target = paragraph_at(note, end)
    closing: Look | None = None
    if pieces and pieces[-1].text.endswith("\n") and pieces[-1].look and end == target.end:
        closing = pieces[-1].look  # the last paragraph that comes in becomes the one that is here
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
    """Take away what is between two places; paragraphs that become one look like the first of them."""
    return replaced(note, start, end, ())[0]


def _kept_look(first: Paragraph, last: Paragraph, at: int, start: int) -> list[Step]:
    """Paragraphs that become one look like the first, unless nothing of that is left."""
    if first.start == start or first.look == last.look:
        return []
    return [Step(at, look={**dict.fromkeys(last.look, ""), **first.look}, restyle=1)]


def new_line(note: RichText, start: int, end: int) -> tuple[list[Step], int]:
    """What Return does; an empty item ends its list, and behind a heading comes plain text."""
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
    """What a space does behind `#`, `-`, `1.` and the like at the beginning of a plain paragraph."""
    here = paragraph_at(note, at)
    kind = _SHORTCUTS.get(note.text[here.start : at], "")
    if not kind or here.look:
        return [], at
    length = at - here.start
    return [Step(here.start, length), Step(here.end - length, look={"block": kind}, restyle=1)], here.start


def backspace(note: RichText, at: int) -> list[Step]:
    """At the beginning of an item or a heading, first that it is one goes."""
    here = paragraph_at(note, at)
    if at != here.start or not here.look:
        return []
    if here.depth:
        return indented(note, at, at, -1)
    return [Step(here.end, look={"block": ""}, restyle=1)]


def checked(note: RichText, at: int) -> list[Step]:
    """Tick an item, or no longer."""
    here = paragraph_at(note, at)
    other = {"check": "done", "done": "check"}.get(here.kind)
    return [Step(here.end, look={"block": other}, restyle=1)] if other else []
