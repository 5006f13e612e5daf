# SPDX-License-Identifier: BSD-3-Clause
"""What single edits do."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.runtime import references as refs
from app.runtime.library import Catalogue
from app.runtime.references.document import DrawingItem
from app.ui.composer.model import EditError, copy_fragment, edit_from_json, read_fragment, to_json
from app.ui.composer.model.differences import differences
from app.ui.composer.model.edits import (
    AddBlock,
    AddNote,
    AddZone,
    CompoundEdit,
    Connect,
    DeclareParameter,
    ExportEndpoint,
    ExtractArgument,
    Group,
    Move,
    Paste,
    RemoveParameter,
    RemoveParts,
    RenameBlock,
    SetArgument,
    SetTitle,
    Ungroup,
)

GALLERY = Path(__file__).parents[4] / "liveobject_files"
LABEL = refs.Primitive(3, 1, "Shared label")


def _end(text: str) -> refs.EndpointPath:
    component, _, endpoint = text.rpartition(".")
    return refs.EndpointPath(component, endpoint)


def _wire(first: str, second: str) -> refs.Connection:
    return refs.Connection(_end(first), _end(second))


def _row() -> refs.Document:
    """a – b – c – d, where c also shows a port outside."""
    reference = refs.Composite(
        tuple((name, LABEL) for name in "abcd"),
        (_wire("a.right", "b.left"), _wire("b.right", "c.left"), _wire("c.right", "d.left")),
        (refs.Export("up", _end("c.up")),),
    )
    items: tuple[DrawingItem, ...] = (
        *(refs.Placed((name,), 100.0 * number, 50.0) for number, name in enumerate("abcd")),
        refs.Wire("b.right", "c.left", ((1.0, 1.0),)),
        refs.Wire("a.right", "b.left", ((2.0, 2.0),)),
    )
    return refs.Document(reference, "Row", "", refs.Drawing(items))


def _composite(reference: refs.Reference) -> refs.Composite:
    assert isinstance(reference, refs.Composite)
    return reference


def test_grouping_makes_ports_of_the_wires_to_the_outside() -> None:
    row = _row()
    grouped = Group((), ("b", "c"), "middle").apply(row)
    sheet = _composite(grouped.reference)
    assert [name for name, _ in sheet.components] == ["a", "middle", "d"]
    assert set(sheet.connections) == {_wire("a.right", "middle.left"), _wire("middle.right", "d.left")}
    assert sheet.exports == (refs.Export("up", _end("middle.up")),)
    inner = _composite(dict(sheet.components)["middle"])
    assert inner.connections == (_wire("b.right", "c.left"),)
    assert {(export.name, str(export.endpoint)) for export in inner.exports} == {
        ("left", "b.left"),
        ("right", "c.right"),
        ("up", "c.up"),
    }
    assert grouped.drawing.position_of(("middle",)) == refs.Placed(("middle",), 100, 50)
    assert grouped.drawing.position_of(("middle", "c")) == refs.Placed(("middle", "c"), 200, 50)
    assert refs.Wire("b.right", "c.left", ((1.0, 1.0),), ("middle",)) in grouped.drawing.items
    assert refs.Wire("a.right", "middle.left", ((2.0, 2.0),)) in grouped.drawing.items


def test_ungrouping_is_the_other_way_round() -> None:
    row = _row()
    again = Ungroup((), "middle").apply(Group((), ("b", "c"), "middle").apply(row))
    assert set(_composite(again.reference).connections) == set(_composite(row.reference).connections)
    assert _composite(again.reference).components == _composite(row.reference).components
    assert _composite(again.reference).exports == _composite(row.reference).exports
    assert set(again.drawing.items) == set(row.drawing.items)


def test_two_ports_of_one_name_get_two_names_in_a_group() -> None:
    reference = refs.Composite(tuple((name, LABEL) for name in "abcd"), (_wire("a.x", "c.y"), _wire("b.x", "d.y")))
    grouped = Group((), ("a", "b"), "both").apply(refs.Document(reference))
    inner = _composite(dict(_composite(grouped.reference).components)["both"])
    assert {export.name for export in inner.exports} == {"x", "x 2"}


def test_ungrouping_renames_what_would_clash() -> None:
    inner = refs.Composite((("a", LABEL), ("b", LABEL)), (_wire("a.x", "b.y"),), (refs.Export("out", _end("a.z")),))
    reference = refs.Composite((("a", LABEL), ("group", inner)), (_wire("a.z", "group.out"),))
    sheet = _composite(Ungroup((), "group").apply(refs.Document(reference)).reference)
    assert [name for name, _ in sheet.components] == ["a", "a 2", "b"]
    assert set(sheet.connections) == {_wire("a.z", "a 2.z"), _wire("a 2.x", "b.y")}


def test_removing_takes_wires_exports_and_drawings_along() -> None:
    left = RemoveParts((), ("c",)).apply(_row())
    sheet = _composite(left.reference)
    assert sheet.connections == (_wire("a.right", "b.left"),)
    assert sheet.exports == ()
    assert len(left.drawing.items) == 4
    assert RemoveParts((), ("a", "b", "c", "d", "nobody")).apply(_row()) == refs.Document(refs.Composite(), "Row")


def test_renaming_follows_everywhere() -> None:
    renamed = RenameBlock((), "b", "new.name/x").apply(_row())
    sheet = _composite(renamed.reference)
    assert sheet.connections[0] == refs.Connection(_end("a.right"), refs.EndpointPath("new.name/x", "left"))
    assert renamed.drawing.position_of(("new.name/x",)) == refs.Placed(("new.name/x",), 100, 50)
    assert refs.Wire("a.right", "new.name/x.left", ((2.0, 2.0),)) in renamed.drawing.items
    assert refs.read(refs.write(renamed)) == renamed
    for wrong in ("", "@x", " a", "a", "\n"):
        with pytest.raises(EditError):
            RenameBlock((), "b", wrong).apply(_row())


def test_a_name_that_a_wire_to_nowhere_mentions_is_taken() -> None:
    document = refs.Document(refs.Composite((("a", LABEL),), (_wire("a.x", "ghost.y"),)))
    with pytest.raises(EditError, match="another 'ghost'"):
        AddBlock((), "ghost", LABEL).apply(document)


def test_ports_take_one_wire() -> None:
    with pytest.raises(EditError, match="has a wire already"):
        Connect((), _end("a.right"), _end("d.right")).apply(_row())
    with pytest.raises(EditError, match="a connection of the page itself"):
        Connect((), _end("a.left"), _end("c.up")).apply(_row())
    with pytest.raises(EditError, match="to itself"):
        Connect((), _end("a.left"), _end("a.left")).apply(_row())
    with pytest.raises(EditError, match="already"):
        ExportEndpoint((), _end("a.left"), "up").apply(_row())


def test_embedding_and_taking_out() -> None:
    document = refs.read(GALLERY / "shared_text.liveobject")
    out = ExtractArgument((), "", "Channel", "Channel", 300, 40).apply(document)
    sheet = _composite(out.reference)
    assert [name for name, _ in sheet.components] == ["Shared text", "Channel"]
    channel = dict(sheet.components)["Channel"]
    back = CompoundEdit(
        (SetArgument(("Shared text",), "Channel", refs.ReferenceArgument(channel)), RemoveParts((), ("Channel",)))
    ).apply(out)
    assert dict(_composite(back.reference).components)["Shared text"] == document.reference


def test_an_argument_makes_a_template_of_a_bare_object() -> None:
    document = refs.Document(refs.Primitive(7, 1, "Thing", "Object"))
    given = SetArgument((), "speed", refs.ValueArgument(3)).apply(document)
    assert given.reference == refs.Parameterized(
        refs.Primitive(7, 1, "Thing"), (("speed", refs.ValueArgument(3)),), "Object"
    )
    assert SetArgument((), "speed", None).apply(document) == document
    with pytest.raises(EditError, match="character U"):
        SetArgument((), "speed", refs.ValueArgument("\x07")).apply(document)


def test_parameters_of_a_sheet_inside_another_one(catalogue: Catalogue) -> None:
    """A group gets a parameter, keeps its value as the argument, and loses it again."""
    inner = refs.Parameterized(
        refs.Primitive(0x9F4AEACE30B5D219A8C9C8C995B2EA79, 1),
        (("T", refs.TypeArgument("text")), ("name", refs.ValueArgument("x"))),
    )
    reference = refs.Composite((("group", refs.Composite((("channel", inner),))), ("other", LABEL)))
    drawing = refs.Drawing(
        (
            refs.Placed(("group",), 1, 2),
            refs.Placed(("group", "channel"), 3, 4),
            refs.StickyNote("n", 5, 6, sheet=("group",)),
        )
    )
    document = refs.Document(reference, drawing=drawing)
    declaration = refs.ParameterDeclaration("place", "value", "text")
    exposed = DeclareParameter(("group",), declaration, ((("channel",), "name"),)).apply(document)
    group = dict(_composite(exposed.reference).components)["group"]
    assert isinstance(group, refs.Parameterized)
    assert group.arguments == (("place", refs.ValueArgument("x")),)
    assert isinstance(group.template, refs.Template)
    body = dict(_composite(group.template.body).components)["channel"]
    assert isinstance(body, refs.Parameterized)
    assert dict(body.arguments)["name"] == refs.ParameterUse("place")
    assert refs.Placed(("group",), 1, 2) in exposed.drawing.items
    assert refs.Placed(("group", "@template", "@body", "channel"), 3, 4) in exposed.drawing.items
    assert refs.StickyNote("n", 5, 6, sheet=("group", "@template", "@body")) in exposed.drawing.items
    assert [p.kind for p in refs.Checker(catalogue).check(exposed)] == ["template"]  # only the bare label
    hidden = RemoveParameter(("group",), "place").apply(exposed)
    assert hidden.reference == document.reference
    assert set(hidden.drawing.items) == set(document.drawing.items)


def test_a_parameter_that_a_type_mentions_stays() -> None:
    body = refs.Parameterized(refs.Primitive(7), (("T", refs.TypeArgument("list[$T]")),))
    document = refs.Document(refs.Template((refs.ParameterDeclaration("T", "value_type"),), body))
    with pytest.raises(EditError, match="mentions 'T'"):
        RemoveParameter((), "T").apply(document)


def test_what_is_copied_is_a_file_and_can_be_pasted_anywhere() -> None:
    row = _row()
    one = read_fragment(copy_fragment(row, (), ["b"]))
    assert (one.reference, one.title) == (LABEL, "b")
    pair = read_fragment(copy_fragment(row, (), ["b", "c"]).decode())
    pasted = Paste((), pair, 500, 600).apply(row)
    sheet = _composite(pasted.reference)
    assert [name for name, _ in sheet.components] == ["a", "b", "c", "d", "b 2", "c 2"]
    assert sheet.connections[-1] == _wire("b 2.right", "c 2.left")
    assert pasted.drawing.position_of(("b 2",)) == refs.Placed(("b 2",), 500, 600)
    assert pasted.drawing.position_of(("c 2",)) == refs.Placed(("c 2",), 600, 600)
    assert refs.Wire("b 2.right", "c 2.left", ((401.0, 551.0),)) in pasted.drawing.items
    hybrid = refs.read(GALLERY / "hybrid_multicast.liveobject")
    whole = Paste((), hybrid, 10, 10).apply(row)
    assert [name for name, _ in _composite(whole.reference).components][-1] == "Hybrid multicast"
    inside, before = whole.drawing.position_of(("Hybrid multicast", "t")), hybrid.drawing.position_of(("t",))
    assert inside is not None
    assert before is not None
    assert (inside.x, inside.y) == (before.x, before.y)  # what is inside stays as it was
    with pytest.raises(EditError, match="nothing is selected"):
        copy_fragment(row, (), [])


def test_notes_and_zones_can_be_copied_with_blocks() -> None:
    note, zone = refs.StickyNote("look", 90, 40), refs.Zone("all", 80, 30, 500, 500)
    row = AddZone(zone).apply(AddNote(note).apply(_row()))
    copied = read_fragment(copy_fragment(row, (), ["b"], notes=[note], zones=[zone]))
    pasted = Paste((), copied, 1080, 1030).apply(refs.Document(refs.Composite()))
    assert set(pasted.drawing.items) == {
        refs.Placed(("b",), 1100, 1050),
        refs.StickyNote("look", 1090, 1040),
        refs.Zone("all", 1080, 1030, 500, 500),
    }
    only = Paste((), read_fragment(copy_fragment(row, (), [], notes=[note])), 5, 6).apply(_row())
    assert refs.StickyNote("look", 5, 6) in only.drawing.items


@pytest.mark.parametrize("content", ["", "hello", "<html/>", b"\xff\xfe", "<!DOCTYPE x>", "\ud800", "x" * 100])
def test_what_is_no_object_is_refused_in_one_line(content: str | bytes) -> None:
    with pytest.raises(EditError) as caught:
        read_fragment(content)
    assert "\n" not in str(caught.value)


def test_pasting_into_a_single_object_and_an_empty_sheet() -> None:
    document = refs.read(GALLERY / "shared_text.liveobject")
    both = Paste((), refs.Document(LABEL, "Label"), 300, 40).apply(document)
    assert [name for name, _ in _composite(both.reference).components] == ["Shared text", "Label"]
    alone = Paste((), document, 1, 2).apply(refs.Document(refs.Composite()))
    assert alone.drawing.items == (refs.Placed(("Shared text",), 1, 2),)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"edit": 5},
        {"edit": "no such thing"},
        {"edit": "title"},
        {"edit": "title", "title": 5, "description": ""},
        {"edit": "title", "title": "a", "description": "b", "more": 1},
        {"edit": "title", "title": "\ud800", "description": ""},
        {"edit": "move", "sheet": "x"},
        {"edit": "move", "sheet": [], "blocks": [["a", 1]]},
        {"edit": "move", "sheet": [], "blocks": [["a", float("nan"), 1]]},
        {"edit": "move", "sheet": [], "blocks": [["a", True, 1]]},
        {"edit": "add block", "sheet": [], "name": "a", "reference": "<!DOCTYPE x>"},
        {"edit": "add block", "sheet": [], "name": "a", "reference": "text"},
        {
            "edit": "remove",
            "sheet": [],
            "wires": ["<liveobject xmlns='urn:liveobject:reference:1'><composite/></liveobject>"],
        },
        {"edit": "patch", "operations": [{"is": "Splice", "path": [], "field": "line"}]},
        {"edit": "patch", "operations": [{"is": "Nothing"}]},
        {"edit": "patch", "operations": [{"is": "Splice", "path": [], "field": "items", "removed": [{}]}]},
        {"edit": "several", "edits": [[]]},
    ],
)
def test_json_that_is_no_edit_is_refused(data: object) -> None:
    with pytest.raises(EditError) as caught:
        edit_from_json(data)
    assert "\n" not in str(caught.value)


def test_edits_in_edits_are_not_endless() -> None:
    edit = CompoundEdit((SetTitle("a", ""),))
    for _ in range(20):
        edit = CompoundEdit((edit,))
    with pytest.raises(EditError, match="too deep"):
        edit_from_json(to_json(edit))


_NOTE = {"is": "StickyNote", "text": "x", "x": 0, "y": 0}
_BLOCK = refs.write(refs.Composite((("a", LABEL),))).decode()


def _splice(field: str, **more: object) -> dict[str, object]:
    return {"is": "Splice", "path": [], "field": field, "removed": [], "changed": [], "inserted": [], **more}


@pytest.mark.parametrize(
    "operation",
    [
        {"is": "RenameComponent", "path": [], "old": "a", "new": "@"},
        {"is": "Enclose", "path": ["no"], "name": "x"},
        {"is": "Enclose", "path": [], "name": "@x"},
        {"is": "Enclose", "path": [], "name": ""},
        {"is": "PutAll", "path": ["a"], "field": "exports", "parts": []},
        {"is": "PutAll", "path": [], "field": "components", "parts": [_BLOCK, _BLOCK]},
        {"is": "PutAll", "path": [], "field": "items", "parts": [{**_NOTE, "text": "\x07"}]},
        {"is": "PutAll", "path": [], "field": "items", "parts": [{**_NOTE, "colour": "red"}]},
        {"is": "PutAll", "path": [], "field": "items", "parts": [{**_NOTE, "x": 1e300}]},
        {"is": "PutAll", "path": [], "field": "items", "parts": [{**_NOTE, "sheet": ["\x00"]}]},
        {
            "is": "PutAll",
            "path": [],
            "field": "items",
            "parts": [{"is": "Wire", "first": "\x00", "second": "", "points": []}],
        },
        {"is": "PutWords", "title": "\x00", "description": ""},
        {"is": "PutReference", "path": [], "reference": _BLOCK, "instead_of": "nothing"},
        {
            "is": "MakeTemplate",
            "path": [],
            "parameters": [
                refs.write(refs.Template((refs.ParameterDeclaration("p", "value", "text"),), LABEL)).decode()
            ]
            * 2,
        },
        _splice("components", inserted=[[_BLOCK, None]]),
        _splice("components", inserted=[[_BLOCK.replace('"a"', '"e"'), None]] * 2),
        _splice("items", inserted=[[{**_NOTE, "text": "\x07"}, None]]),
        _splice("items", changed=[{"is": "Placed", "component": ["\x01"], "x": 0, "y": 0}]),
        _splice("arguments"),
    ],
)
def test_hostile_patches_do_no_harm(operation: dict[str, object]) -> None:
    """Well-formed but invalid edits are refused and never lead to a sheet that cannot be saved."""
    with pytest.raises(EditError):
        edit_from_json({"edit": "patch", "operations": [operation]}).apply(_row())


def test_differences_are_said_in_words() -> None:
    row = _row()
    changed = CompoundEdit(
        (
            SetTitle("Line", "new words"),
            RemoveParts((), ("d",)),
            AddBlock((), "e", LABEL),
            SetArgument(("a",), "speed", refs.ValueArgument(3)),
            Move((), (("b", 1.0, 1.0),)),
            AddNote(refs.StickyNote("look", 0, 0)),
        )
    ).apply(row)
    words = [difference.words for difference in differences(row, changed)]
    assert words == [
        "the title was 'Row' and is 'Line'",
        "the description is different",
        "'d' is gone",
        "'e' is new",
        "'a' is something else",
        "the wire from c.right to d.left is gone",
        "'b' stands elsewhere or looks different",
        "notes, zones or the corners of wires are different",
    ]
    faster = SetArgument(("a",), "speed", refs.ValueArgument(4)).apply(changed)
    (only,) = differences(changed, faster)
    assert (only.path, only.words) == (("a", "speed"), "'speed' of 'a' was '3' and is '4'")
    assert differences(row, row) == []
