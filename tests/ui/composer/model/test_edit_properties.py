# SPDX-License-Identifier: BSD-3-Clause
"""Properties of every sequence of edits."""

from __future__ import annotations

import contextlib
import json
import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.runtime.references import Document, Primitive, read, walk, write
from app.ui.composer.model.edits import AddBlock, EditError, edit_from_json, to_json
from app.ui.composer.model.history import History
from tests.ui.composer.model.random_edits import Drawer, starts

_law = settings(
    max_examples=int(os.environ.get("LAW_EXAMPLES", "40")), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def _after_some_edits(data: st.DataObject, start: Document) -> tuple[History, list[Document]]:
    """A history of some edits, and the documents in between; edits that make no sense are refused."""
    history = History(start)
    documents = [start]
    drawer = Drawer(data)
    for _ in range(data.draw(st.integers(1, 12))):
        with contextlib.suppress(EditError):
            history.do(drawer.edit(history.document))
            documents.append(history.document)
    return history, documents


@_law
@given(st.data(), starts())
def test_undoing_all_edits_gives_the_original_to_the_byte(data: st.DataObject, start: Document) -> None:
    history, documents = _after_some_edits(data, start)
    end = history.document
    for before in reversed(documents[:-1]):
        history.undo()
        assert history.document == before
    assert write(history.document) == write(start)
    while history.redo_label:
        history.redo()
    assert history.document == end
    assert write(history.document) == write(end)


@_law
@given(st.data(), starts())
def test_whatever_was_edited_can_be_written_and_read(data: st.DataObject, start: Document) -> None:
    history, _ = _after_some_edits(data, start)
    assert read(write(history.document)) == history.document


@_law
@given(st.data(), starts())
def test_the_json_form_means_the_same(data: st.DataObject, start: Document) -> None:
    history, documents = _after_some_edits(data, start)
    for step, before, after in zip(history.steps, documents, documents[1:], strict=False):
        forward = edit_from_json(json.loads(json.dumps(to_json(step.forward))))
        backward = edit_from_json(json.loads(json.dumps(to_json(step.backward))))
        assert forward == step.forward
        assert backward == step.backward
        assert forward.label == step.forward.label
        assert write(forward.apply(before)) == write(after)
        assert write(backward.apply(after)) == write(before)


@_law
@given(st.data(), starts())
def test_an_inverse_is_what_the_edit_says(data: st.DataObject, start: Document) -> None:
    edit = Drawer(data).edit(start)
    try:
        after = edit.apply(start)
    except EditError:
        return
    assert edit.inverse(start).apply(after) == start


@_law
@given(st.data(), starts())
def test_undo_leaves_alone_what_somebody_else_added(data: st.DataObject, start: Document) -> None:
    """Another person's block stays when mine is undone, in whatever order the edits were made."""
    edit = Drawer(data).edit(start)
    try:
        mine = edit.apply(start)
        both = AddBlock((), "somebody else's", Primitive(77)).apply(mine)
    except EditError:
        return
    try:
        left = edit.inverse(start).apply(both)
    except EditError:
        return
    assert any(part == Primitive(77) for _, part in walk(left.reference))
