# SPDX-License-Identifier: BSD-3-Clause
"""What a sheet shows, and that blocks that did not change stay the very same values."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.runtime import references as refs
from app.runtime.library import Catalogue
from app.runtime.types import NO_DEFAULT
from app.ui.composer.model import Editor, Family, build_sheet_view, entries
from app.ui.composer.model.edits import (
    AddBlock,
    Connect,
    Disconnect,
    Edit,
    Move,
    Paste,
    RenameBlock,
    Route,
    SetArgument,
)

GALLERY = Path(__file__).parents[4] / "liveobject_files"
LABEL = refs.Primitive(3, 1, "Shared label")


@pytest.fixture
def editor(home: Path, catalogue: Catalogue) -> Editor:
    """A sheet with a shared text, a channel and a tunnel that are wired."""
    palette = {entry.title: entry for entry in entries(catalogue)}
    editor = Editor.new(catalogue)
    for number, title in enumerate(("Shared text", "Reliable channel", "Tunnel")):
        editor.do(Paste((), palette[title].make(), 40.0 + 300 * number, 40.0))
    editor.do(Connect((), refs.EndpointPath("Tunnel", "first"), refs.EndpointPath("Reliable channel", "channel")))
    return editor


def test_blocks_have_ports_slots_and_words(editor: Editor, catalogue: Catalogue) -> None:
    view = build_sheet_view(editor.document, (), catalogue)
    text, channel, tunnel = view.blocks.values()
    assert (text.title, text.kind, text.path, text.is_sheet) == ("Shared text", "object", ("Shared text",), False)
    assert text.icon is not None
    assert text.description.startswith("A text in which many people type")
    slot = text.slot("Channel")
    assert slot is not None
    assert slot.embedded is not None
    assert (slot.kind, slot.missing, slot.path) == ("reference", False, ("Shared text", "Channel"))
    assert slot.embedded.title == "Document channel"
    assert slot.embedded.path == ("Shared text", "Channel")
    inner = slot.embedded.slot("network")
    assert inner is not None
    assert (inner.value, inner.default, inner.missing) == (refs.ValueArgument("auto"), "lo", False)
    port = channel.port("channel")
    assert port is not None
    assert (port.family, port.wires) == (Family.CHANNEL, (refs.EndpointPath("Tunnel", "first"),))
    assert "takes send (text)" in port.words
    first, second = tunnel.port("first"), tunnel.port("second")
    assert first is not None
    assert second is not None
    assert (first.required, bool(first.wires), second.wires) == (True, True, ())


def test_a_slot_that_is_not_given_is_missing(editor: Editor, catalogue: Catalogue) -> None:
    editor.do(SetArgument(("Shared text",), "Channel", None))
    block = build_sheet_view(editor.document, (), catalogue).blocks["Shared text"]
    assert [slot.parameter for slot in block.slots if slot.missing] == ["Channel"]
    assert block.problems == ("Channel is missing",)
    assert block.slots[0].default is NO_DEFAULT


@pytest.mark.parametrize(
    ("edit", "changed"),
    [
        (Move((), (("Tunnel", 7.0, 7.0),)), {"Tunnel"}),
        (SetArgument(("Shared text", "Channel"), "scope", refs.ValueArgument("x")), {"Shared text"}),
        (
            Disconnect((), refs.EndpointPath("Tunnel", "first"), refs.EndpointPath("Reliable channel", "channel")),
            {"Tunnel", "Reliable channel"},
        ),
        (AddBlock((), "New", LABEL), {"New"}),
        (RenameBlock((), "Shared text", "Words"), {"Words"}),
        (Route((), refs.EndpointPath("Tunnel", "first"), refs.EndpointPath("Reliable channel", "channel"), ()), set()),
    ],
)
def test_only_what_an_edit_changes_is_made_again(
    editor: Editor, catalogue: Catalogue, edit: Edit, changed: set[str]
) -> None:
    before = build_sheet_view(editor.document, (), catalogue)
    editor.do(edit)
    after = build_sheet_view(editor.document, (), catalogue)
    assert {name for name, block in after.blocks.items() if before.blocks.get(name) is not block} == changed
    editor.undo()
    again = build_sheet_view(editor.document, (), catalogue)
    assert again == before
    assert all(again.blocks[name] is before.blocks[name] for name in before.blocks.keys() - changed)


def test_equal_blocks_stay_the_same_also_when_the_file_is_read_again(editor: Editor, catalogue: Catalogue) -> None:
    document = refs.read(GALLERY / "hybrid_multicast.liveobject")
    first = build_sheet_view(document, (), catalogue)
    second = build_sheet_view(refs.read(GALLERY / "hybrid_multicast.liveobject"), (), catalogue)
    assert all(second.blocks[name] is block for name, block in first.blocks.items())


def test_blocks_without_a_place_get_one_along_the_wires(catalogue: Catalogue) -> None:
    names = ["a", "b", "c", "placed", "alone"]
    wires = tuple(
        refs.Connection(refs.EndpointPath(first, "x"), refs.EndpointPath(second, "y")) for first, second in ("ab", "bc")
    )
    reference = refs.Composite(tuple((name, LABEL) for name in names), wires)
    document = refs.Document(reference, drawing=refs.Drawing((refs.Placed(("placed",), 500, 400),)))
    places = {name: block.placed for name, block in build_sheet_view(document, (), catalogue).blocks.items()}
    assert places["placed"] == refs.Placed(("placed",), 500, 400)
    assert places["a"].x < places["b"].x < places["c"].x
    assert all(places[name].y > 400 for name in names if name != "placed")
    assert len({(placed.x, placed.y) for placed in places.values()}) == len(names)
    again = build_sheet_view(document, (), catalogue)
    assert all(again.blocks[name].placed is places[name] for name in names)


def test_wires_notes_and_zones_are_those_of_the_sheet(catalogue: Catalogue) -> None:
    inner = refs.Composite(
        (("x", LABEL), ("y", LABEL)), (refs.Connection(refs.EndpointPath("x", "a.b"), refs.EndpointPath("y", "c")),)
    )
    document = refs.Document(
        refs.Composite((("group", inner),)),
        drawing=refs.Drawing(
            (
                refs.StickyNote("outer", 1, 2),
                refs.StickyNote("inner", 3, 4, sheet=("group",)),
                refs.Zone("outer", 0, 0, 10, 10),
                refs.Wire("y.c", "x.a~2b", ((1.0, 2.0), (3.0, 4.0)), ("group",)),
            )
        ),
    )
    root, group = build_sheet_view(document, (), catalogue), build_sheet_view(document, ("group",), catalogue)
    assert ([n.text for n in root.notes], [n.text for n in group.notes]) == (["outer"], ["inner"])
    assert (len(root.zones), len(group.zones)) == (1, 0)
    (wire,) = group.wires
    assert wire.points == ((3.0, 4.0), (1.0, 2.0))  # kept in the other direction
    assert wire.connection == inner.connections[0]


def test_a_single_object_is_a_sheet_with_one_block(catalogue: Catalogue) -> None:
    document = refs.read(GALLERY / "shared_text.liveobject")
    view = build_sheet_view(document, (), catalogue)
    assert view.alone
    (block,) = view.blocks.values()
    assert (block.name, block.path) == ("Shared text", ())
    moved = Move((), ((block.name, 70.0, 80.0),)).apply(document)
    placed = build_sheet_view(moved, (), catalogue).blocks["Shared text"].placed
    assert (placed.x, placed.y) == (70, 80)
    two = AddBlock((), "Another", LABEL).apply(moved)
    both = build_sheet_view(two, (), catalogue)
    assert not both.alone
    assert [(b.name, b.placed.x) for b in both.blocks.values()] == [("Shared text", 70), ("Another", 0)]


def test_every_kind_of_reference_is_a_block(catalogue: Catalogue) -> None:
    registry = refs.Primitive(2)
    template = refs.Template(
        (refs.ParameterDeclaration("it", "reference", "Object"),), refs.Composite((("x", refs.ParameterUse("it")),))
    )
    document = refs.Document(
        refs.Composite(
            (
                ("fetched", refs.External("Notes", "Object", registry)),
                ("gone", refs.Primitive(0xBAD, 3, "Lost thing")),
                ("group", refs.Composite((("x", LABEL), ("y", LABEL)))),
                ("used", refs.Parameterized(template, (("it", refs.ReferenceArgument(LABEL)),))),
            )
        )
    )
    blocks = build_sheet_view(document, (), catalogue).blocks
    assert [block.kind for block in blocks.values()] == ["external", "missing", "composite", "composite"]
    assert blocks["fetched"].description == "Fetched from Registry when it runs."
    assert blocks["gone"].title == "Lost thing"
    assert blocks["group"].description == "A group of 2 blocks."
    assert [blocks[name].is_sheet for name in blocks] == [False, False, True, True]
    inside = build_sheet_view(document, ("used",), catalogue)
    assert inside.path == ("used", "@template", "@body")
    assert inside.blocks["x"].kind == "parameter"
    assert inside.blocks["x"].path == ("used", "@template", "@body", "x")
    assert [slot.parameter for slot in blocks["used"].slots] == ["it"]


def test_the_whole_gallery_can_be_looked_at(catalogue: Catalogue) -> None:
    for path in sorted(GALLERY.glob("*.liveobject")):
        view = build_sheet_view(refs.read(path), (), catalogue)
        assert view.blocks
        assert all(block.title and block.description for block in view.blocks.values())
