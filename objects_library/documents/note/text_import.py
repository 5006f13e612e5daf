# SPDX-License-Identifier: BSD-3-Clause
"""Import of HTML and Markdown into a note, limited to the formats of a note.

Whatever comes here is a stranger's. Scripts, styles, pictures and forms are left out, and so is every address
that is not for a browser or a mail program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from objects_library.replication.text.rich_text import DEEPEST, HIGHLIGHTS, YES, Look, TextRun, is_link

LARGEST = 4_000_000
"""The largest number of characters of HTML or Markdown to read."""
_DEEPEST_TAGS = 200
_MARKS = {
    **dict.fromkeys(("b", "strong"), "bold"),
    **dict.fromkeys(("i", "em", "cite", "var"), "italic"),
    **dict.fromkeys(("u", "ins"), "underline"),
    **dict.fromkeys(("s", "strike", "del"), "strike"),
    **dict.fromkeys(("code", "tt", "kbd", "samp"), "code"),
}
_HEADINGS = {"h1": "h1", "h2": "h2", **dict.fromkeys(("h3", "h4", "h5", "h6"), "h3")}
_ENDS_LINE = {
    "p", "div", "section", "article", "header", "footer", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table",
    "blockquote", "pre", "figure", "hr", "main", "nav", *_HEADINGS,
}  # fmt: skip
_LEFT_OUT = {"script", "style", "head", "title", "template", "noscript", "object", "svg", "select", "textarea"}
_EMPTY = {"br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base", "source", "embed", "track"}
_HUES = {"yellow": 55, "orange": 30, "green": 120, "blue": 210, "purple": 275, "pink": 330}


def without_controls(text: str) -> str:
    """Normalise line ends, and drop control characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    return "".join(each for each in text if each in "\n\t" or (ord(each) >= 32 and not 0x7F <= ord(each) < 0xA0))


def from_html(html: str) -> list[TextRun]:
    """The runs of an HTML page or fragment, with the formats that a note allows."""
    reader = _HtmlReader()
    reader.feed(html[:LARGEST])
    reader.close()
    return reader.result()


class _HtmlReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._pieces: list[TextRun] = []
        self._line: list[TextRun] = []
        self._open: list[tuple[str, Look, Look]] = []
        self._lists: list[str] = []
        self._left_out = 0
        self._wants_space = False

    def result(self) -> list[TextRun]:
        """All lines; the last one has no line end."""
        self._end_line()
        if self._pieces and self._pieces[-1] == TextRun("\n", {}):
            self._pieces.pop()
        return joined(self._pieces)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in _LEFT_OUT:
            self._left_out += tag not in _EMPTY
        if self._left_out:
            return
        if tag == "br":
            self._end_line(forced=True)
        elif tag == "input" and given.get("type") == "checkbox":
            self._check(checked="checked" in given)
        elif tag in ("td", "th") and self._line:
            self._add("\t", {})
        if tag in _ENDS_LINE:
            self._end_line()
        if tag in _EMPTY or len(self._open) >= _DEEPEST_TAGS:
            return
        look, block = self._looks()
        if tag in ("ul", "ol"):
            self._lists.append("bullet" if tag == "ul" else "number")
        self._open.append((tag, _look(tag, given, look), self._block(tag, given, block)))

    def handle_endtag(self, tag: str) -> None:
        if tag in _LEFT_OUT:
            self._left_out = max(0, self._left_out - 1)
            return
        if self._left_out or not any(each[0] == tag for each in self._open):
            return
        if tag in _ENDS_LINE:
            self._end_line()
        while self._open.pop()[0] != tag:
            pass
        if tag in ("ul", "ol") and self._lists:
            self._lists.pop()

    def handle_data(self, data: str) -> None:
        if self._left_out:
            return
        look, block = self._looks()
        if block.get("block") == "code":
            first, *rest = without_controls(data).split("\n")
            self._add(first, {})
            for line in rest:
                self._end_line(forced=True)
                self._add(line, {})
            return
        words = without_controls(data.replace("\n", " ")).replace("\xa0", " ")
        for part in re.findall(r"\s+|\S+", words):
            if part.isspace():
                self._wants_space = bool(self._line)
            else:
                if self._wants_space:
                    self._add(" ", self._line[-1].look if self._line and self._line[-1].look == look else {})
                self._wants_space = False
                self._add(part, look)

    def _looks(self) -> tuple[Look, Look]:
        return (self._open[-1][1], self._open[-1][2]) if self._open else ({}, {})

    def _block(self, tag: str, given: dict[str, str], block: Look) -> Look:
        if tag in _HEADINGS:
            return {"block": _HEADINGS[tag]}
        if tag == "blockquote":
            return {"block": "quote"}
        if tag == "pre":
            return {"block": "code"}
        if tag == "li":
            depth = min(len(self._lists) - 1, DEEPEST)
            kind = self._lists[-1] if self._lists else "bullet"
            if given.get("role") == "checkbox":
                kind = "done" if given.get("aria-checked") == "true" else "check"
            return {"block": kind, **({"indent": str(depth)} if depth > 0 else {})}
        return block

    def _check(self, *, checked: bool) -> None:
        for number in range(len(self._open) - 1, -1, -1):
            tag, look, block = self._open[number]
            changed = {**block, "block": "done" if checked else "check"}
            self._open[number] = (tag, look, changed)
            if tag == "li":
                return

    def _add(self, text: str, look: Look) -> None:
        if text:
            self._line.append(TextRun(text, look))

    def _end_line(self, *, forced: bool = False) -> None:
        self._wants_space = False
        if self._line or forced:
            self._pieces += [*self._line, TextRun("\n", self._looks()[1])]
            self._line = []


def _look(tag: str, given: dict[str, str], look: Look) -> Look:
    made = dict(look)
    if tag in _MARKS:
        made[_MARKS[tag]] = YES
    elif tag == "a" and is_link(given.get("href", "").strip()):
        made["link"] = given["href"].strip()
    elif tag == "mark":
        made["highlight"] = given.get("class", "") if given.get("class") in HIGHLIGHTS else "yellow"
    style = dict(_declarations(given.get("style", "")))
    weight = style.get("font-weight", "")
    if weight in ("normal", "400"):  # some programs wrap everything into a bold tag with normal weight
        made.pop("bold", None)
    elif weight in ("bold", "bolder", "600", "700", "800", "900"):
        made["bold"] = YES
    if style.get("font-style") in ("italic", "oblique"):
        made["italic"] = YES
    line = style.get("text-decoration", "") + style.get("text-decoration-line", "")
    if "underline" in line and "link" not in made:
        made["underline"] = YES
    if "line-through" in line:
        made["strike"] = YES
    highlight = _highlight(style.get("background-color", "") or style.get("background", ""))
    return {**made, **({"highlight": highlight} if highlight else {})}


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    for part in style[:2_000].split(";"):
        name, _, value = part.partition(":")
        yield name.strip().lower(), value.strip().lower()


def _highlight(colour: str) -> str:
    """The highlight nearest to a background colour; None for pale and grey ones."""
    found = re.fullmatch(r"#([0-9a-f]{6})", colour)
    if found:
        red, green, blue = bytes.fromhex(found[1])
    else:
        numbers = re.fullmatch(r"rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(,\s*[\d.]+\s*)?\)", colour)
        if not numbers:
            return colour if colour in HIGHLIGHTS else ""
        red, green, blue = (min(255, int(numbers[place])) for place in (1, 2, 3))
    most, least = max(red, green, blue), min(red, green, blue)
    if most - least < 40:
        return ""
    if most == red:
        hue = (green - blue) / (most - least) * 60 % 360
    elif most == green:
        hue = 120 + (blue - red) / (most - least) * 60
    else:
        hue = 240 + (red - green) / (most - least) * 60
    return min(_HUES, key=lambda name: min(abs(_HUES[name] - hue), 360 - abs(_HUES[name] - hue)))


_BLOCK = re.compile(
    r"(?P<indent>[ \t]*)(?:(?P<heading>#{1,6})[ \t]+|[-*+][ \t]+\[(?P<check>[ xX])\][ \t]+"
    r"|(?P<bullet>[-*+])[ \t]+|(?P<number>\d{1,9})[.)][ \t]+|(?P<quote>>)[ \t]?)?"
)
_INLINE = re.compile(
    r"\\(?P<escaped>[\\`*_\[\]<>#~+\-.!|()])"
    r"|(?P<ticks>`+)(?P<code>[^`].*?)(?P=ticks)"
    r"|\[(?P<label>(?:\\.|[^\[\]\\])*)\]\((?P<address>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)"
    r"|<(?P<auto>(?:https?://|mailto:)[^<>\s]+)>"
    r"|(?P<tag></?(?:u|mark)(?: class=\"\w+\")?>)"
    r"|(?P<mark>\*\*\*|\*\*|__|~~|\*|(?<!\w)_|_(?!\w))"
)
_SIGNS = {
    "**": ("bold",),
    "__": ("bold",),
    "*": ("italic",),
    "_": ("italic",),
    "~~": ("strike",),
    "***": ("bold", "italic"),
}


def from_markdown(text: str) -> list[TextRun]:
    """The runs of Markdown; every line is a paragraph, and single empty lines between two are dropped."""
    pieces: list[TextRun] = []
    fenced = False
    skipped = True
    for line in without_controls(text[:LARGEST]).split("\n"):
        if re.match(r"\s{0,3}```", line):
            fenced = not fenced
            continue
        if fenced:
            skipped = False
            pieces += [TextRun(line, {}), TextRun("\n", {"block": "code"})]
            continue
        if not line.strip():
            if skipped:
                pieces.append(TextRun("\n", {}))
            skipped = not skipped
            continue
        skipped = False
        found = _BLOCK.match(line)
        assert found is not None
        pieces += inline(line[found.end() :].rstrip())
        pieces.append(TextRun("\n", _markdown_block(found)))
    pieces = [piece for piece in pieces if piece.text]
    if pieces and pieces[-1] == TextRun("\n", {}):
        pieces.pop()
    return joined(pieces)


def _markdown_block(found: re.Match[str]) -> Look:
    if found["heading"]:
        return {"block": f"h{min(3, len(found['heading']))}"}
    if found["quote"]:
        return {"block": "quote"}
    if found["check"]:
        kind = "check" if found["check"] == " " else "done"
    elif found["bullet"] or found["number"]:
        kind = "bullet" if found["bullet"] else "number"
    else:
        return {}
    depth = min(DEEPEST, len(found["indent"].replace("\t", "  ")) // 2)
    return {"block": kind, **({"indent": str(depth)} if depth else {})}


def inline(text: str) -> list[TextRun]:
    """The runs of a line of Markdown without its block marker."""
    pieces: list[TextRun] = []
    look: Look = {}
    at = 0
    for found in _INLINE.finditer(text):
        pieces.append(TextRun(text[at : found.start()], dict(look)))
        at = found.end()
        if found["escaped"]:
            pieces.append(TextRun(found["escaped"], dict(look)))
        elif found["code"]:
            pieces.append(TextRun(found["code"].strip() or found["code"], {**look, "code": YES}))
        elif found["label"] is not None and found["address"] is not None:
            link = {"link": found["address"]} if is_link(found["address"]) else {}
            pieces += [TextRun(part.text, {**look, **part.look, **link}) for part in inline(found["label"])]
        elif found["auto"]:
            pieces.append(
                TextRun(found["auto"], {**look, **({"link": found["auto"]} if is_link(found["auto"]) else {})})
            )
        elif found["tag"]:
            _markdown_tag(found["tag"], look)
        else:
            _markdown_sign(text, found, look, pieces)
    pieces.append(TextRun(text[at:], dict(look)))
    return joined(pieces)


def _markdown_sign(text: str, found: re.Match[str], look: Look, pieces: list[TextRun]) -> None:
    """Open or close a format, or insert a literal asterisk."""
    sign, names = found["mark"], _SIGNS[found["mark"]]
    before, behind = text[: found.start()][-1:], text[found.end() :][:1]
    if all(name in look for name in names) and before and not before.isspace():
        for name in names:
            del look[name]
    elif not any(name in look for name in names) and behind.strip() and sign in text[found.end() + 1 :]:
        look.update(dict.fromkeys(names, YES))
    else:
        pieces.append(TextRun(sign, dict(look)))


def joined(pieces: list[TextRun]) -> list[TextRun]:
    """Join adjacent runs with the same look."""
    made: list[TextRun] = []
    for piece in pieces:
        if made and made[-1].look == piece.look:
            made[-1] = TextRun(made[-1].text + piece.text, piece.look)
        elif piece.text:
            made.append(piece)
    return made


def _markdown_tag(tag: str, look: Look) -> None:
    name = "underline" if tag.strip("</>").startswith("u") else "highlight"
    if tag.startswith("</"):
        look.pop(name, None)
    elif name == "underline":
        look[name] = YES
    else:
        colour = re.search(r'"(\w+)"', tag)
        look[name] = colour[1] if colour and colour[1] in HIGHLIGHTS else "yellow"
