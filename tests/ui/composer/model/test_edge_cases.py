# SPDX-License-Identifier: BSD-3-Clause
"""Edge cases that the property tests rarely reach: comments, parameters as blocks, disconnected sheets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.runtime import references as refs
from app.runtime.activation import Node, State
from app.runtime.library import Catalogue
from app.ui.composer.model import EditError, SharedEditor, differences, edit_from_json, to_json
from app.ui.composer.model.edits import AddBlock, Edit, RemoveParameter, RestoreVersion, SetTitle, difference
from tests.objects_library.copies import local_channel, replicated

SHARED_SHEET = 0x453CA337F070151D928C859BAF27D754
LABEL = refs.Primitive(3, 1, "Shared label")
_COMMENTED = b"""<?xml version="1.0" encoding="UTF-8"?>
<!-- before -->
<liveobject xmlns="urn:liveobject:reference:1" xmlns:x="urn:x" x:mark="1">
  <title>Commented</title>
  <composite>
    <!-- about a -->
    <component name="a">
      <primitive id="0x3"/>
    </component>
    <component name="b">
      <primitive id="0x3"/>
    </component>
    <!-- about the wire -->
    <connection from="a.x" to="b.y"/>
  </composite>
</liveobject>
"""


def _back_and_forth(edit: Edit, before: refs.Document) -> refs.Document:
    """Apply an edit and check that its inverse restores the bytes, also through JSON."""
    after = edit.apply(before)
    inverse = edit.inverse(before)
    assert refs.write(inverse.apply(after)) == refs.write(before)
    assert refs.write(edit_from_json(to_json(inverse)).apply(after)) == refs.write(before)
    return after


def test_comments_come_back_with_what_they_are_about() -> None:
    commented = refs.read(_COMMENTED)
    plain = refs.Document(refs.Composite((("a", LABEL),)), "Plain")
    assert _back_and_forth(RestoreVersion(plain), commented) == plain
    assert refs.write(_back_and_forth(RestoreVersion(commented), plain)) == refs.write(commented)


def test_an_undo_that_would_replace_everything_sees_what_others_did() -> None:
    commented, plain = refs.read(_COMMENTED), refs.Document(refs.Composite((("a", LABEL),)), "Plain")
    inverse = difference(plain, commented)
    with pytest.raises(EditError, match="changed this meanwhile"):
        inverse.apply(AddBlock((), "theirs", LABEL).apply(plain))


def _template(body: refs.Reference, default: refs.Reference | None = None) -> refs.Document:
    given = None if default is None else refs.ReferenceArgument(default)
    return refs.Document(refs.Template((refs.ParameterDeclaration("it", "reference", "Object", given),), body))


def test_a_parameter_that_stands_for_a_block() -> None:
    body = refs.Composite((("x", refs.ParameterUse("it")), ("y", LABEL)))
    with pytest.raises(EditError, match="stands for a block"):
        RemoveParameter((), "it").apply(_template(body))
    after = _back_and_forth(RemoveParameter((), "it"), _template(body, refs.Primitive(9)))
    assert after.reference == refs.Composite((("x", refs.Primitive(9)), ("y", LABEL)))


def test_a_parameter_goes_from_deep_inside_and_inner_ones_of_its_name_stay() -> None:
    inner = refs.Template((refs.ParameterDeclaration("it", "reference", "Object"),), refs.ParameterUse("it"))
    body = refs.Composite(
        (
            ("fetched", refs.External("Notes", "Object", refs.ParameterUse("it"))),
            ("used", refs.Parameterized(inner, (("it", refs.ReferenceArgument(refs.ParameterUse("it"))),))),
            (
                "given",
                refs.Parameterized(refs.Primitive(7), (("a", refs.ParameterUse("it")), ("b", refs.ValueArgument(1)))),
            ),
        )
    )
    after = _back_and_forth(RemoveParameter((), "it"), _template(body, LABEL))
    assert after.reference == refs.Composite(
        (
            ("fetched", refs.External("Notes", "Object", LABEL)),
            ("used", refs.Parameterized(inner, (("it", refs.ReferenceArgument(LABEL)),))),
            (
                "given",
                refs.Parameterized(
                    refs.Primitive(7), (("a", refs.ReferenceArgument(LABEL)), ("b", refs.ValueArgument(1)))
                ),
            ),
        )
    )


def test_parameters_that_are_not_there() -> None:
    with pytest.raises(EditError, match="no settings"):
        RemoveParameter((), "it").apply(refs.Document(refs.Composite()))
    with pytest.raises(EditError, match="no setting 'that'"):
        RemoveParameter((), "that").apply(_template(LABEL, LABEL))


def test_differences_inside_slots_templates_and_wires() -> None:
    def thing(speed: int, channel: refs.Reference) -> refs.Reference:
        inside = (("speed", refs.ValueArgument(speed)), ("T", refs.TypeArgument("int")))
        return refs.Parameterized(
            refs.Primitive(7), (("Channel", refs.ReferenceArgument(refs.Parameterized(channel, inside))),)
        )

    def ends(name: str) -> refs.EndpointPath:
        return refs.EndpointPath(name, "p")

    before = refs.Document(
        refs.Composite((("a", thing(1, LABEL)), ("b", LABEL)), (), (refs.Export("out", ends("a")),)), "T", "one"
    )
    after = refs.Document(
        refs.Composite(
            (("a", thing(2, LABEL)), ("b", refs.External("N", "Object", LABEL))),
            (refs.Connection(ends("a"), ends("b")),),
            (refs.Export("in", ends("a")),),
        ),
        "T",
        "two",
    )
    assert {(d.path, d.words) for d in differences(before, after)} == {
        ((), "the description is different"),
        (("a", "Channel", "speed"), "'speed' of 'a/Channel' was '1' and is '2'"),
        (("b",), "'b' is something else"),
        ((), "the wire from a.p to b.p is new"),
        ((), "the connection 'out' is no longer shown outside"),
        ((), "the connection 'in' is shown outside"),
    }
    template = _template(refs.Composite((("x", LABEL),)))
    larger = _template(refs.Composite((("x", LABEL), ("y", LABEL))))
    assert [d.words for d in differences(template, larger)] == ["'y' is new"]


@pytest.fixture
async def node(catalogue: Catalogue) -> AsyncIterator[Node]:
    async with Node(catalogue, name="Ann") as made:
        yield made


async def test_a_shared_sheet_is_not_edited_while_it_is_cut_off_or_gone(
    node: Node, catalogue: Catalogue, tmp_path: Path
) -> None:
    proxy = await node.dereference(replicated(SHARED_SHEET, local_channel("SheetChange", "SheetState", "cut")))
    editor = SharedEditor(node, proxy, catalogue)
    assert editor.read_only == "the page is not here yet"
    with pytest.raises(EditError, match="not here yet"):
        editor.do(SetTitle("Mine", ""))
    await editor.ready()
    editor.do(SetTitle("Mine", ""))
    editor._follow_state(State.READ_ONLY)
    with pytest.raises(EditError, match="cut off"):
        editor.undo()
    with pytest.raises(EditError, match="not in a file"):
        await editor.save()
    await editor.save(tmp_path / "copy.liveobject")
    assert refs.read(tmp_path / "copy.liveobject").title == "Mine"
    editor._follow_state(State.FAILED)
    assert editor.read_only.startswith("the page has failed")
    editor._follow_state(State.LIVE)
    editor.undo()
    assert editor.document.title == ""
    editor.close()
