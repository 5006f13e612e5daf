# SPDX-License-Identifier: BSD-3-Clause
"""What could not be read back is never written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import cast

import pytest

from app.runtime import references as refs
from app.runtime.references.file_io import replace_file
from app.runtime.references.limits import MAX_DEPTH

LEAF = refs.Primitive(1)


def valued(value: refs.Value) -> refs.Reference:
    """A reference with this argument."""
    return refs.Parameterized(LEAF, (("v", refs.ValueArgument(value)),))


def deep(levels: int) -> refs.Reference:
    """A reference in a reference in a reference."""
    found: refs.Reference = LEAF
    for _ in range(levels):
        found = refs.External("n", "Object", found)
    return found


def deep_value(levels: int) -> refs.Value:
    """A list in a list in a list."""
    found: refs.Value = 1
    for _ in range(levels):
        found = refs.ListValue((found,))
    return found


END = refs.EndpointPath("a", "b")
WRONG: dict[str, tuple[refs.Document | refs.Reference, str]] = {
    "negative id": (refs.Primitive(-1), "out of range"),
    "large id": (refs.Primitive(2**128), "out of range"),
    "large version": (refs.Primitive(1, 2**64), "out of range"),
    "hint with a line break": (refs.Primitive(1, 0, "a\nb"), "the name 'a"),
    "cast to nothing": (refs.Primitive(1, as_type=""), "the type '' is empty"),
    "cast with outer space": (refs.Primitive(1, as_type=" a"), "starts or ends with a space"),
    "component without name": (refs.Composite((("", LEAF),)), "the component name '' is empty"),
    "two components": (refs.Composite((("é", LEAF), ("é", LEAF))), "two components named 'é'"),
    "two exports": (refs.Composite((), (), (refs.Export("a", END), refs.Export("a", END))), "two exports named 'a'"),
    "two arguments": (refs.Parameterized(LEAF, (("a", refs.ValueArgument(1)),) * 2), "two arguments named 'a'"),
    "many parameters": (
        refs.Template(tuple(refs.ParameterDeclaration(f"p{n}", "reference") for n in range(65)), LEAF),
        "more than 64 parameters",
    ),
    "two parameters": (refs.Template((refs.ParameterDeclaration("a", "value"),) * 2, LEAF), "two parameters named 'a'"),
    "kind of parameter": (
        refs.Template((refs.ParameterDeclaration("a", "wrong"),), LEAF),  # type: ignore[arg-type]  # on purpose
        "no kind of parameter 'wrong'",
    ),
    "hint without name": (
        refs.Template((refs.ParameterDeclaration("a", "value", hints=(("", ""),)),), LEAF),
        "hint name",
    ),
    "wire to nowhere": (refs.Composite((), (refs.Connection(refs.EndpointPath("", "a"), END),)), "component name ''"),
    "wire to no endpoint": (
        refs.Composite((), (refs.Connection(refs.EndpointPath("a", ""), END),)),
        "endpoint name ''",
    ),
    "external without name": (refs.External("", "Object", LEAF), "the external name '' is empty"),
    "use of nothing": (refs.ParameterUse("@a"), "starts with @"),
    "type argument": (refs.Parameterized(LEAF, (("a", refs.TypeArgument("a\nb")),)), "cannot be seen"),
    "control character": (valued("a\x00b"), "U+0000, which XML cannot"),
    "surrogate": (valued("\ud800"), "U+D800"),
    "title": (refs.Document(LEAF, "\x1b"), "U+001B"),
    "large number": (valued(2**64), "does not fit into 64 bits"),
    "time without zone": (valued(datetime(2030, 1, 1)), "no time zone"),  # noqa: DTZ001 - that is the point
    "time before all": (valued(datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=1)))), "a value cannot be written"),
    "not a value": (valued(cast("refs.Value", object())), "is not a value that a reference can hold"),
    "map with a key twice": (valued(refs.MapValue(((1, 1), (1, 2)))), "the same key twice"),
    "record with a field twice": (valued(refs.RecordValue((("a", 1), ("a", 2)))), "the same field twice"),
    "record with a bad field": (valued(refs.RecordValue((("", 1),))), "the field name '' is empty"),
    "deep reference": (deep(MAX_DEPTH // 2), "nested more than 96 deep"),
    "very deep reference": (deep(3 * MAX_DEPTH), "nested more than 96 deep"),
    "deep value": (valued(deep_value(MAX_DEPTH)), "nested more than 96 deep"),
    "very deep value": (valued(deep_value(400)), "a value is nested too deep"),
    "too large": (valued("x" * 9_000_000), "larger than 8 MB"),
    "broken note": (refs.Primitive(1, annotations=(refs.Note("<x:a"),)), "this is not XML"),
    "note that ends the file": (refs.Primitive(1, annotations=(refs.Note("</primitive></liveobject>"),)), "not XML"),
    "note of ours": (refs.Composite(annotations=(refs.Note("<unheard/>"),)), "<unheard> is not known"),
    "attribute without a name": (
        refs.Primitive(1, annotations=(refs.ForeignAttribute("u:u", "x", "", ""),)),
        "not a name",
    ),
    "attribute of nowhere": (
        refs.Document(LEAF, annotations=(refs.ForeignAttribute("no where", "x", "a", ""),)),
        "is not an address",
    ),
    "comment in a comment": (
        refs.Document(LEAF, annotations=(refs.Note("<!-- -- -->", refs.NotePosition.BEFORE),)),
        "not XML",
    ),
    "far away": (refs.Document(LEAF, drawing=refs.Drawing((refs.Placed(("a",), 1e10, 0),))), "too far away"),
    "nowhere": (refs.Document(LEAF, drawing=refs.Drawing((refs.Placed(("a",), float("nan"), 0),))), "too far away"),
    "no colour": (
        refs.Document(LEAF, drawing=refs.Drawing((refs.Placed(("a",), 0, 0, colour="red"),))),
        "is not a colour",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_refused(what: str) -> None:
    subject, message = WRONG[what]
    with pytest.raises(refs.LiveObjectFileError) as caught:
        refs.write(subject)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_deepest_that_can_be_written_can_be_read() -> None:
    reference = deep(MAX_DEPTH // 2 - 1)
    assert refs.read(refs.write(reference)).reference == reference


def test_a_typical_composite_is_small_and_readable() -> None:
    composite = refs.Composite(
        (
            ("Network", refs.Parameterized(refs.Primitive(2**127 + 5), (("name", refs.ValueArgument("a7c4")),))),
            ("Note", refs.Parameterized(refs.Primitive(2**126 + 9), (("font", refs.ValueArgument("Serif")),))),
            ("Chart", refs.Parameterized(refs.Primitive(2**125 + 7), (("rows", refs.ValueArgument(20)),))),
        ),
        (
            refs.Connection(refs.EndpointPath("Note", "channel"), refs.EndpointPath("Network", "channel")),
            refs.Connection(refs.EndpointPath("Chart", "values"), refs.EndpointPath("Note", "values")),
        ),
        (refs.Export("view", refs.EndpointPath("Chart", "view")),),
    )
    data = refs.write(refs.Document(composite, "A note and a chart", "What people write is counted."))
    assert len(data) < 4096
    assert max(len(line) for line in data.decode().splitlines()) < 110


def test_arguments_know_the_line_of_what_they_hold() -> None:
    assert refs.ReferenceArgument(refs.Primitive(1, line=3)).line == 3


def test_numbers_that_are_none_are_written_as_in_schemas() -> None:
    texts = {"NaN": float("nan"), "INF": float("inf"), "-INF": float("-inf"), "1e+22": 1e22, "-0.0": -0.0}
    for text, number in texts.items():
        data = refs.write(valued(number))
        assert f"<float>{text}</float>".encode() in data
        assert refs.read(data).reference == valued(number)


def test_times_are_written_in_one_zone() -> None:
    there = timezone(timedelta(hours=5))
    one = valued(datetime(2030, 1, 1, 5, tzinfo=there))
    assert one == valued(datetime(2030, 1, 1, tzinfo=UTC))
    assert refs.write(one) == refs.write(valued(datetime(2030, 1, 1, tzinfo=UTC)))


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "a.liveobject"
    replace_file(target, b"one")
    replace_file(target, b"two")
    assert target.read_bytes() == b"two"
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(refs.LiveObjectFileError, match="cannot be written"):
        replace_file(folder, b"three")
    with pytest.raises(refs.LiveObjectFileError, match="cannot be written"):
        replace_file(tmp_path / "none" / "a", b"three")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.liveobject", "folder"]


def test_an_error_without_a_place_is_still_one_line() -> None:
    assert str(refs.LiveObjectFileError(None, "a", "b")) == "a; b"
    assert str(refs.LiveObjectFileError(None, "a", "b").in_file("c\nd")) == "c�d: a; b"
    assert str(refs.LiveObjectFileError(3, "a", "b")) == "line 3: a; b"
