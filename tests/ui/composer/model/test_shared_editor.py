# SPDX-License-Identifier: BSD-3-Clause
"""Two people on one sheet, in one process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.runtime.activation import Node
from app.runtime.library import Catalogue
from app.runtime.references import Composite, Document, EndpointPath, Placed, Primitive, Reference
from app.ui.composer.model import EditError, SharedEditor, is_shared_sheet, share
from app.ui.composer.model.edits import AddBlock, Connect, Move, Paste, RemoveParts, RenameBlock, SetTitle
from tests.objects_library.copies import eventually, local_channel, replicated

SHARED_SHEET = 0x453CA337F070151D928C859BAF27D754
LABEL = Primitive(3, 1, "Shared label")


@pytest.fixture
async def node(catalogue: Catalogue) -> AsyncIterator[Node]:
    async with Node(catalogue, name="Ann") as made:
        yield made


async def _pair(node: Node, catalogue: Catalogue, name: str) -> tuple[SharedEditor, SharedEditor]:
    reference = replicated(SHARED_SHEET, local_channel("SheetChange", "SheetState", name))
    editors = [await _joined(node, reference, catalogue) for _ in range(2)]
    return editors[0], editors[1]


async def _joined(node: Node, reference: Reference, catalogue: Catalogue) -> SharedEditor:
    editor = SharedEditor(node, await node.dereference(reference), catalogue)
    await editor.ready()
    return editor


def _names(document: Document) -> list[str]:
    assert isinstance(document.reference, Composite)
    return [name for name, _ in document.reference.components]


async def _agree(*editors: SharedEditor) -> None:
    first = editors[0]
    await eventually(
        lambda: all(
            e._shared.count == first._shared.count and not e._shared._pending and e.agreed == first.agreed
            for e in editors
        )
    )
    assert all(editor.document == first.document for editor in editors)


async def test_what_one_does_the_other_sees(node: Node, catalogue: Catalogue) -> None:
    ann, bob = await _pair(node, catalogue, "together")
    seen: list[str] = []
    bob.listen(lambda change: seen.append(change.edit.label))
    ann.do(AddBlock((), "A", LABEL, 10, 20))
    assert _names(ann.document) == ["A"]  # at once
    await eventually(lambda: _names(bob.document) == ["A"])
    bob.do(AddBlock((), "B", LABEL, 30, 20))
    await eventually(lambda: _names(ann.document) == ["A", "B"])
    await _agree(ann, bob)
    assert seen == ["Add A", "Add B"]
    assert not ann.modified
    ann.close()
    bob.close()


async def test_undo_takes_back_only_what_was_done_here(node: Node, catalogue: Catalogue) -> None:
    ann, bob = await _pair(node, catalogue, "undo")
    ann.do(AddBlock((), "A", LABEL))
    await eventually(lambda: _names(bob.document) == ["A"])
    bob.do(AddBlock((), "B", LABEL))
    bob.do(Move((), (("A", 70.0, 80.0),)))
    await _agree(ann, bob)
    ann.do(RenameBlock((), "A", "Again"))
    await _agree(ann, bob)
    assert _names(bob.document) == ["Again", "B"]
    ann.undo()
    await _agree(ann, bob)
    assert _names(bob.document) == ["A", "B"]
    assert bob.document.drawing.position_of(("A",)) == Placed(("A",), 70.0, 80.0)
    ann.undo()
    await _agree(ann, bob)
    assert _names(bob.document) == ["B"]
    assert ann.undo_label == ""
    assert bob.undo_label == "Move A"
    ann.redo()
    await _agree(ann, bob)
    assert sorted(_names(bob.document)) == ["A", "B"]
    ann.close()
    bob.close()


async def test_an_undo_that_others_made_impossible_says_so_and_lets_go(node: Node, catalogue: Catalogue) -> None:
    ann, bob = await _pair(node, catalogue, "impossible")
    ann.do(SetTitle("Ours", ""))
    ann.do(AddBlock((), "A", LABEL))
    ann.do(RenameBlock((), "A", "New"))
    await _agree(ann, bob)
    bob.do(RemoveParts((), ("New",)))
    await _agree(ann, bob)
    with pytest.raises(EditError, match="not there any more"):
        ann.undo()
    ann.undo()  # adding it: nothing is left of it, so nothing happens
    ann.undo()
    await _agree(ann, bob)
    assert bob.document == Document(Composite())
    ann.close()
    bob.close()


async def test_the_same_name_at_the_same_time(node: Node, catalogue: Catalogue) -> None:
    """Both add a block of the same name before they hear of each other; one is refused, for everyone."""
    ann, bob = await _pair(node, catalogue, "race")
    warnings: list[str] = []
    for editor in (ann, bob):
        editor.listen_warnings(warnings.append)
    ann.do(AddBlock((), "A", Primitive(1001)))
    bob.do(AddBlock((), "A", Primitive(1002)))
    await eventually(lambda: warnings)
    await _agree(ann, bob)
    assert _names(ann.document) == ["A"]
    assert warnings == ["Add A: somebody else was faster, so this was not done"]
    assert {ann.undo_label, bob.undo_label} == {"Add A", ""}  # who was refused has nothing to undo
    ann.close()
    bob.close()


async def test_things_pasted_at_the_same_time_get_names_of_their_own(node: Node, catalogue: Catalogue) -> None:
    ann, bob = await _pair(node, catalogue, "paste")
    ann.do(Paste((), Document(LABEL, "Note"), 0, 0))
    bob.do(Paste((), Document(LABEL, "Note"), 50, 0))
    await eventually(lambda: len(_names(ann.document)) == 2 == len(_names(bob.document)))
    await _agree(ann, bob)
    assert _names(ann.document) == ["Note", "Note 2"]
    bob.undo()  # takes back Bob's own, whatever it is called now
    await _agree(ann, bob)
    (left,) = ann.document.drawing.items
    assert isinstance(left, Placed)
    assert left.x == 0
    ann.close()
    bob.close()


async def test_dragging_is_one_step_also_here(node: Node, catalogue: Catalogue) -> None:
    ann, bob = await _pair(node, catalogue, "drag")
    ann.do(AddBlock((), "A", LABEL, 1, 1))
    for x in range(30):
        ann.do(Move((), (("A", float(x), 5.0),)), continues="drag")
        if x == 12:
            await _agree(ann, bob)
            bob.do(AddBlock((), "B", LABEL, 300, 300))
    await _agree(ann, bob)
    ann.undo()
    await _agree(ann, bob)
    place = bob.document.drawing.position_of(("A",))
    assert place is not None
    assert (place.x, place.y) == (1, 1)
    assert _names(bob.document) == ["A", "B"]
    ann.close()
    bob.close()


async def test_a_newcomer_gets_a_short_history(node: Node, catalogue: Catalogue) -> None:
    reference = replicated(SHARED_SHEET, local_channel("SheetChange", "SheetState", "long"))
    ann = await _joined(node, reference, catalogue)
    ann.do(AddBlock((), "A", LABEL))
    for x in range(250):
        ann.do(Move((), (("A", float(x), 0.0),)))
    await eventually(lambda: ann._proxy._life.body._log.count >= 200)  # type: ignore[attr-defined]
    bob = await _joined(node, reference, catalogue)
    await _agree(ann, bob)
    assert bob.document == ann.document
    ann.close()
    bob.close()


async def test_pointers_and_selections_are_seen_but_not_too_often(node: Node, catalogue: Catalogue) -> None:
    ann, bob = await _pair(node, catalogue, "pointers")
    told: list[float] = []
    bob.listen_visitors(lambda visitors: told.extend(visitor.x for visitor in visitors))
    loop = asyncio.get_running_loop()
    start = loop.time()
    for x in range(200):
        ann.show((), float(x), 2.0, [("A",), ("B", "C/D")], "#123456")
        await asyncio.sleep(0.001)
    await eventually(lambda: told and told[-1] == 199.0)
    took = loop.time() - start
    assert len(told) <= took / 0.05 + 2
    (visitor,) = bob.visitors
    assert visitor.name == "Ann"
    assert visitor.colour == "#123456"
    assert visitor.selection == (("A",), ("B", "C/D"))
    ann._proxy.close()
    ann.close()
    await eventually(lambda: not bob.visitors)
    bob.close()


async def test_a_sheet_that_is_shared_begins_with_what_it_was(node: Node, catalogue: Catalogue) -> None:
    original = Document(Composite((("A", LABEL), ("B", LABEL))), "Plan")
    shared = share(original, catalogue)
    assert is_shared_sheet(shared.reference)
    assert not is_shared_sheet(original.reference)
    editor = await _joined(node, shared.reference, catalogue)
    assert editor.document == original
    editor.do(Connect((), EndpointPath("A", "label"), EndpointPath("B", "label")))
    editor.close()


async def test_hostile_edits_are_left_out_by_everyone_alike(node: Node, catalogue: Catalogue) -> None:
    ann, bob = await _pair(node, catalogue, "hostile")
    for content in (b"", b"\xff", b"[]", b"[" * 5000, b'{"edit": "add block"}', b'{"edit": "nothing"}'):
        ann._endpoint.emit("edit", content)
    bob.do(AddBlock((), "B", LABEL))
    await eventually(lambda: _names(ann.document) == ["B"])
    await _agree(ann, bob)
    ann.do(AddBlock((), "A", LABEL))
    await _agree(ann, bob)
    assert _names(bob.document) == ["B", "A"]
    ann.close()
    bob.close()
