# SPDX-License-Identifier: BSD-3-Clause
"""Notes and other programs: what comes in is only what a note can look like, and what goes out comes back."""

from __future__ import annotations

import random

import pytest

from objects_library.documents.note.text_export import lines, to_html, to_markdown, to_plain
from objects_library.documents.note.text_import import from_html, from_markdown, without_controls
from objects_library.replication.text.rich_text import BLOCKS, HIGHLIGHTS, MARKS, TextRun, is_look, look_of_paragraph

MARKDOWN = """\
# Title *it*

Some **bold** and ~~gone~~ `code` [a link](https://example.org/x) a\\*b 2 * 3 * 4 snake\\_case <u>under</u>

- one
  - two **b**
- [ ] open
- [x] done
1. first
2. second

> quote

```
x = 1
  y
```

<mark class="green">end</mark>
"""


def shapes(pieces: list[TextRun]) -> list[tuple[str, str]]:
    return [("".join(piece.text for piece in line.pieces), line.look.get("block", "")) for line in lines(pieces)]


def test_markdown_comes_in_and_goes_out() -> None:
    pieces = from_markdown(MARKDOWN)
    assert shapes(pieces) == [
        ("Title it", "h1"),
        ("Some bold and gone code a link a*b 2 * 3 * 4 snake_case under", ""),
        ("one", "bullet"),
        ("two b", "bullet"),
        ("open", "check"),
        ("done", "done"),
        ("first", "number"),
        ("second", "number"),
        ("quote", "quote"),
        ("x = 1", "code"),
        ("  y", "code"),
        ("end", ""),
    ]
    assert from_markdown(to_markdown(pieces)) == pieces
    looks = {piece.text: piece.look for piece in pieces}
    assert looks["a link"] == {"link": "https://example.org/x"}
    assert looks["under"] == {"underline": "1"}
    assert looks["end"] == {"highlight": "green"}
    assert looks["two "] == {}


def test_html_goes_out_and_comes_back() -> None:
    pieces = from_markdown(MARKDOWN)
    assert list(lines(from_html(to_html(pieces)))) == list(lines(pieces))


def test_plain_text_has_signs_for_items() -> None:
    assert to_plain(from_markdown("1. a\n  1. b\n  2. c\n2. d\n- [x] e\n> f\n\nx\n1. g")).splitlines() == [
        "1. a", "    1. b", "    2. c", "2. d", "☑ e", "> f", "x", "1. g",
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(20))
def test_any_note_survives_html(seed: int) -> None:
    dice = random.Random(seed)
    pieces: list[TextRun] = []
    for _ in range(dice.randint(1, 8)):
        kind = dice.choice(("", *BLOCKS))
        marks = () if kind == "code" else (*MARKS, "link", "highlight")
        for _ in range(dice.randint(1, 3)):
            look = dict.fromkeys([name for name in marks if dice.random() < 0.2], "1")
            look |= {"link": "https://example.org/?a=1&b=2"} if "link" in look else {}
            look |= {"highlight": dice.choice(HIGHLIGHTS)} if "highlight" in look else {}
            pieces.append(TextRun(dice.choice(("word", "a & b", "<b>", "*x*", "[y](z)", "ö", "1. z")), look))
        block = {"block": kind} if kind else {}
        pieces.append(TextRun("\n", {**block, **({"indent": "1"} if kind == "bullet" else {})}))
    wanted = [("".join(each.text for each in line.pieces), line.look) for line in lines(pieces)]
    plainer = [TextRun(text, {**look_of_paragraph(look), **_link(look)}) for text, look in pieces]
    for back in (from_html(to_html(pieces)), from_markdown(to_markdown(plainer))):
        assert [("".join(each.text for each in line.pieces), line.look) for line in lines(back)] == wanted
    assert list(lines(from_html(to_html(pieces)))) == [
        line._replace(pieces=_joined(line.pieces)) for line in lines(pieces)
    ]


def _link(look: dict[str, str]) -> dict[str, str]:
    return {"link": look["link"]} if "link" in look else {}


def _joined(pieces: list[TextRun]) -> list[TextRun]:
    made: list[TextRun] = []
    for piece in pieces:
        if made and made[-1].look == piece.look:
            made[-1] = TextRun(made[-1].text + piece.text, piece.look)
        else:
            made.append(piece)
    return made


def test_of_other_programs_only_what_a_note_can_look_like() -> None:
    given = (
        "<html><head><title>no</title><style>p{}</style></head><body>"
        '<b style="font-weight:normal"><p style="color:red">'
        '<span style="font-weight:700">B</span> n <script>alert(1)</script>'
        '<a href="javascript:alert(1)">js</a> <a href=" https://ok.org/ ">ok</a> '
        '<span style="background-color: rgb(255, 255, 0)">y</span>'
        '<span style="text-decoration:line-through;font-style:italic">s</span></p>'
        "<h5>small</h5><ul><li>a<ol><li>b</li></ol></li></ul>"
        '<li role="checkbox" aria-checked="true">c</li>'
        '<img src="https://spy.org/x.png" onerror="alert(1)"><iframe src="x">f</iframe>'
        "<table><tr><td>1</td><td>2</td></tr></table><pre>x\n y</pre></b>"
        "<svg><text>no</text></svg><textarea>no</textarea>"
    )
    pieces = from_html(given)
    assert shapes(pieces) == [
        ("B n js ok ys", ""), ("small", "h3"), ("a", "bullet"), ("b", "number"), ("c", "done"),
        ("f", ""), ("1\t2", ""), ("x", "code"), (" y", "code"),
    ]  # fmt: skip
    looks = {piece.text: piece.look for piece in pieces}
    assert looks["B"] == {"bold": "1"}
    assert looks["ok"] == {"link": "https://ok.org/"}
    assert looks["y"] == {"highlight": "yellow"}
    assert looks["s"] == {"italic": "1", "strike": "1"}
    assert all(is_look(*pair) for piece in pieces for pair in piece.look.items())


@pytest.mark.parametrize("seed", range(10))
def test_garbage_comes_in_as_text_or_not_at_all(seed: int) -> None:
    dice = random.Random(seed)
    parts = [
        "<b>", "</b>", "<ul>", "<li>", "</p>", "<", "&#0;", "&amp", "\x00", "<p style='x:y;;'>", "a b",
        "</ul>", "**", "`", "[x](", "- [ ] ", "```", "\n", "# ", "<mark>", "</u>", "<pre>",
        "<input type=checkbox>", "\\",
    ]  # fmt: skip
    text = "".join(dice.choice(parts) for _ in range(200))
    for pieces in (from_html(text), from_markdown(text)):
        assert "\x00" not in "".join(piece.text for piece in pieces)
        assert all(is_look(*pair) for piece in pieces for pair in piece.look.items())
    from_html("<b>" * 5_000 + "x")
    assert from_html("") == []
    assert from_markdown("") == []
    assert without_controls("a\r\nb\rc\x07\u2028d\te\x9f") == "a\nb\nc\nd\te"
