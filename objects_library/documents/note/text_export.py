# SPDX-License-Identifier: BSD-3-Clause
"""Export of a note as HTML, Markdown and plain text."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from objects_library.replication.text.rich_text import DEEPEST, LISTS, Look, TextRun, look_of_paragraph

_TAGS = (("bold", "strong"), ("italic", "em"), ("underline", "u"), ("strike", "s"), ("code", "code"))
_SIGNS = (("bold", "**"), ("italic", "*"), ("strike", "~~"))
_SPECIAL = re.compile(r"([\\`*_\[\]<>~])")
_LIKE_A_BLOCK = re.compile(r"^(\s*\d*)(#{1,6}|[-+*]|>|[.)])(?=\s|$)")


class Line(NamedTuple):
    """A paragraph: its runs and its look."""

    pieces: list[TextRun]
    look: Look


def lines(pieces: Iterable[TextRun]) -> Iterator[Line]:
    """The paragraphs of a note."""
    line: list[TextRun] = []
    for text, look in pieces:
        parts = text.split("\n")
        for number, part in enumerate(parts):
            if part:
                line.append(TextRun(part, look))
            if number < len(parts) - 1:
                yield Line(line, look_of_paragraph(look))
                line = []
    if line:
        yield Line(line, {})


class ListNumbers:
    """The numbers of numbered lists."""

    def __init__(self) -> None:
        self._counts = [0] * (DEEPEST + 1)

    def next(self, look: Look) -> int:
        """The number of a paragraph; it restarts at 1 after a paragraph outside the list."""
        depth = int(look.get("indent", "0"))
        kind = look.get("block", "")
        self._counts[depth + 1 :] = [0] * (DEEPEST - depth)
        if kind != "number":
            if kind not in LISTS:
                self._counts = [0] * (DEEPEST + 1)
            else:
                self._counts[depth] = 0
            return 0
        self._counts[depth] += 1
        return self._counts[depth]


def to_plain(pieces: Iterable[TextRun]) -> str:
    """Plain text with list markers."""
    numbers, made = ListNumbers(), []
    for line in lines(pieces):
        number = numbers.next(line.look)
        signs = {"bullet": "• ", "number": f"{number}. ", "check": "☐ ", "done": "☑ ", "quote": "> "}
        depth = "    " * int(line.look.get("indent", "0"))
        made.append(depth + signs.get(line.look.get("block", ""), "") + _text(line))
    return "\n".join(made) + "\n"


def to_markdown(pieces: Iterable[TextRun]) -> str:
    """Markdown; formats without a Markdown notation (underline, highlight) are tags."""
    numbers, made, before = ListNumbers(), list[str](), ""
    for line in lines(pieces):
        kind = line.look.get("block", "")
        number = numbers.next(line.look)
        if before == "code" and kind != "code":
            made.append("```")
        if made and (kind != before or kind not in (*LISTS, "code", "quote")) and not _both_lists(kind, before):
            made.append("")
        if kind == "code":
            made += ([] if before == "code" else ["```"]) + [_text(line)]
        else:
            signs = {
                "h1": "# ", "h2": "## ", "h3": "### ", "bullet": "- ", "number": f"{number}. ",
                "check": "- [ ] ", "done": "- [x] ", "quote": "> ",
            }  # fmt: skip
            depth = "  " * int(line.look.get("indent", "0")) if kind in LISTS else ""
            made.append(depth + signs.get(kind, "") + _marked_down(line, escape_first=not kind))
        before = kind
    if before == "code":
        made.append("```")
    return "\n".join(made) + "\n"


def _both_lists(kind: str, before: str) -> bool:
    return kind in LISTS and before in LISTS


def _marked_down(line: Line, *, escape_first: bool) -> str:
    made = "".join(_marked_piece(piece) for piece in line.pieces)
    return _LIKE_A_BLOCK.sub(lambda found: f"{found[1]}\\{found[2]}", made) if escape_first else made


def _marked_piece(piece: TextRun) -> str:
    text, look = piece
    inner = text.strip()
    if not inner:
        return text
    head, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    if "code" in look:
        ticks = "`" * (1 + max(map(len, re.findall("`+", inner)), default=0))
        inner = f"{ticks}{inner}{ticks}" if "`" not in inner else f"{ticks} {inner} {ticks}"
    else:
        inner = _SPECIAL.sub(r"\\\1", inner)
    for name, sign in _SIGNS:
        inner = f"{sign}{inner}{sign}" if name in look else inner
    if "underline" in look:
        inner = f"<u>{inner}</u>"
    if "highlight" in look:
        inner = f'<mark class="{look["highlight"]}">{inner}</mark>'
    if "link" in look:
        inner = f"[{inner}]({look['link'].replace('(', '%28').replace(')', '%29')})"
    return head + inner + tail


def to_html(pieces: Iterable[TextRun]) -> str:
    """HTML for pasting into other programs: tags only, no styles."""
    made: list[str] = []
    opened: list[str] = []
    before = ""
    for line in lines(pieces):
        kind, depth = line.look.get("block", ""), int(line.look.get("indent", "0"))
        inner = "".join(map(_tagged, line.pieces))
        if before == "code" and kind != "code":
            made.append("</pre>")
        wanted = ["ol" if kind == "number" else "ul"] * (depth + 1) if kind in LISTS else []
        while opened and opened != wanted[: len(opened)]:
            made.append(f"</{opened.pop()}>")
        while len(opened) < len(wanted):
            opened.append(wanted[len(opened)])
            made.append(f"<{opened[-1]}>")
        if kind in LISTS:
            box = {"check": '<input type="checkbox">', "done": '<input type="checkbox" checked>'}.get(kind, "")
            made.append(f"<li>{box}{inner}</li>")
        elif kind == "code":
            made.append(("\n" if before == "code" else "<pre>") + html.escape(_text(line)))
        else:
            tag = {"quote": "blockquote"}.get(kind, kind or "p")
            made.append(f"<{tag}>{inner or '<br>'}</{tag}>")
        before = kind
    made += ["</pre>"] if before == "code" else []
    made += [f"</{tag}>" for tag in reversed(opened)]
    return "".join(made)


def _tagged(piece: TextRun) -> str:
    made = html.escape(piece.text, quote=False).replace("  ", " &nbsp;")
    for name, tag in _TAGS:
        made = f"<{tag}>{made}</{tag}>" if name in piece.look else made
    if "highlight" in piece.look:
        made = f'<mark class="{piece.look["highlight"]}">{made}</mark>'
    if "link" in piece.look:
        made = f'<a href="{html.escape(piece.look["link"])}">{made}</a>'
    return made


def _text(line: Line) -> str:
    return "".join(piece.text for piece in line.pieces)
