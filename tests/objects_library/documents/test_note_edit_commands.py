# SPDX-License-Identifier: BSD-3-Clause
"""What keys and buttons mean in a note."""

from __future__ import annotations

import pytest

from objects_library.documents.note import edit_commands
from objects_library.documents.note.text_export import to_markdown
from objects_library.documents.note.text_import import from_markdown
from objects_library.replication.text.rich_document import RichDocument, Step
from objects_library.replication.text.rich_text import TextRun


def a_note(markdown: str) -> RichDocument:
    document = RichDocument()
    steps, _ = edit_commands.replaced(document.rich, 0, 0, from_markdown(markdown))
    document.change(steps)
    return document


def done(document: RichDocument, steps: list[Step]) -> str:
    document.change(steps)
    return to_markdown(document.rich.pieces()).strip("\n")


@pytest.mark.parametrize(
    ("before", "at", "after", "cursor"),
    [
        ("one two", 3, "one\n\n two", 4),
        ("# Title", 5, "# Title\n\n", 6),
        ("# Title", 2, "# Ti\n\n# tle", 3),
        ("- a", 1, "- a\n- ", 2),
        ("- [x] a", 1, "- [x] a\n- [ ] ", 2),
        ("> q", 1, "> q\n> ", 2),
    ],
)
def test_return(before: str, at: int, after: str, cursor: int) -> None:
    document = a_note(before)
    steps, where = edit_commands.new_line(document.rich, at, at)
    document.change(steps)
    assert to_markdown(document.rich.pieces()).strip("\n") == after.strip("\n")
    assert where == cursor


def test_return_in_an_empty_item_ends_the_list() -> None:
    document = a_note("- a\n  - ")
    end = len(document.text) - 1
    for wanted in ({"block": "bullet"}, {}):
        steps, where = edit_commands.new_line(document.rich, end, end)
        document.change(steps)
        assert (document.rich.paragraph(end), where) == (wanted, end)
    steps, _ = edit_commands.new_line(document.rich, 0, 1)
    assert [step.delete for step in steps] == [1]


def test_kinds_of_paragraphs() -> None:
    document = a_note("a\nb\nc")
    assert done(document, edit_commands.with_block(document.rich, 0, 3, "bullet")) == "- a\n- b\n\nc"
    assert done(document, edit_commands.indented(document.rich, 2, 2, 1)) == "- a\n  - b\n\nc"
    assert done(document, edit_commands.with_block(document.rich, 0, 5, "h2")) == "## a\n\n## b\n\n## c"
    assert done(document, edit_commands.with_block(document.rich, 0, 5, "h2")) == "a\n\nb\n\nc"
    assert edit_commands.indented(document.rich, 0, 0, -1) == []
    done(document, edit_commands.with_block(document.rich, 0, 0, "check"))
    assert done(document, edit_commands.checked(document.rich, 0)) == "- [x] a\n\nb\n\nc"
    assert done(document, edit_commands.checked(document.rich, 0)) == "- [ ] a\n\nb\n\nc"
    assert edit_commands.checked(document.rich, 2) == []
    assert done(document, edit_commands.backspace(document.rich, 0)) == "a\n\nb\n\nc"
    assert edit_commands.backspace(document.rich, 0) == []


def test_looks_of_characters() -> None:
    document = a_note("one two\nthree")
    assert done(document, edit_commands.marked(document.rich, 0, 10, "bold")) == "**one two**\n\n**th**ree"
    assert done(document, edit_commands.marked(document.rich, 4, 7, "bold")) == "**one** two\n\n**th**ree"
    assert done(document, edit_commands.marked(document.rich, 0, 10, "bold")) == "**one two**\n\n**th**ree"
    assert edit_commands.has_look(document.rich, 0, 10, "bold")
    assert not edit_commands.has_look(document.rich, 7, 8, "bold")
    document.change([Step(7, look={"block": "h1"}, restyle=1)])
    assert done(document, edit_commands.plain(document.rich, 0, 13)) == "one two\n\nthree"
    assert edit_commands.marked(document.rich, 3, 3, "bold") == []


def test_links() -> None:
    document = a_note("see here now")
    assert (
        done(document, edit_commands.linked(document.rich, 4, 8, "https://x.org", "here"))
        == "see [here](https://x.org) now"
    )
    assert edit_commands.link_around(document.rich, 6) == (4, 8, "https://x.org")
    assert edit_commands.link_around(document.rich, 8) == (4, 8, "https://x.org")
    assert edit_commands.link_around(document.rich, 0) == (0, 0, "")
    assert (
        done(document, edit_commands.linked(document.rich, 4, 8, "https://y.org", "there"))
        == "see [there](https://y.org) now"
    )
    assert done(document, edit_commands.linked(document.rich, 4, 9, "", "there")) == "see there now"
    assert (
        done(document, edit_commands.linked(document.rich, 0, 0, "https://z.org", "z"))
        == "[z](https://z.org)see there now"
    )


@pytest.mark.parametrize(
    ("typed", "kind"), [("#", "h1"), ("###", "h3"), ("-", "bullet"), ("1.", "number"), ("[]", "check"), (">", "quote")]
)
def test_signs_at_the_beginning_become_kinds(typed: str, kind: str) -> None:
    document = a_note("")
    document.change([Step(0, insert=typed + "rest")])
    steps, cursor = edit_commands.shortcut(document.rich, len(typed))
    document.change(steps)
    assert (document.text, document.rich.paragraph(0), cursor) == ("rest\n", {"block": kind}, 0)
    assert edit_commands.shortcut(document.rich, 2) == ([], 2)


def test_what_is_put_in_between() -> None:
    document = a_note("# Title\n\nend")
    steps, cursor = edit_commands.replaced(document.rich, 6, 9, from_markdown("- x\n- y"))
    assert done(document, steps) == "# Title\n\n- x\n- y"
    assert cursor == 9
    steps, _ = edit_commands.replaced(document.rich, 2, 2, [TextRun("1\n2", {})])
    assert done(document, steps) == "# Ti1\n\n# 2tle\n\n- x\n- y"
    assert done(document, edit_commands.deleted(document.rich, 2, 5)) == "# Title\n\n- x\n- y"
    assert done(document, edit_commands.deleted(document.rich, 5, 6)) == "# Titlex\n\n- y"
    assert done(document, edit_commands.deleted(document.rich, 0, 7)) == "- y"
