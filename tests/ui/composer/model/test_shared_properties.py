# SPDX-License-Identifier: BSD-3-Clause
"""Properties of concurrent edits of a shared sheet, for any order of delivery."""

from __future__ import annotations

import contextlib
import json
import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.runtime.references import Document, write
from app.ui.composer.model.edits import Edit, EditError, edit_from_json, to_json
from app.ui.composer.model.shared_history import SharedHistory
from tests.ui.composer.model.random_edits import Drawer, starts

_law = settings(
    max_examples=int(os.environ.get("LAW_EXAMPLES", "40")), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


class Channel:
    """A totally ordered channel; each member receives a prefix."""

    def __init__(self, start: Document, people: int) -> None:
        self.people = [SharedHistory(start) for _ in range(people)]
        self._order: list[tuple[int, bytes]] = []
        self._heard = [0] * people
        self.start = start

    def send(self, person: int, edit: Edit) -> None:
        self._order.append((person, json.dumps(to_json(edit)).encode()))

    def deliver(self, person: int) -> bool:
        """Deliver one more edit to a member."""
        if self._heard[person] >= len(self._order):
            return False
        author, content = self._order[self._heard[person]]
        self._heard[person] += 1
        self.people[person].receive(edit_from_json(json.loads(content)), mine=author == person)
        return True

    def deliver_all(self) -> None:
        for person in range(len(self.people)):
            while self.deliver(person):
                pass

    def newcomer(self) -> SharedHistory:
        """Add a member."""
        history = SharedHistory(self.start)
        history.restart(self.start, 0, [edit_from_json(json.loads(content)) for _, content in self._order], [])
        return history


def _act(data: st.DataObject, drawer: Drawer, channel: Channel) -> None:
    person = data.draw(st.integers(0, len(channel.people) - 1))
    history = channel.people[person]
    what = data.draw(st.sampled_from(["do", "do", "do", "undo", "redo", "hear", "hear", "drag"]))
    with contextlib.suppress(EditError):
        if what == "hear":
            channel.deliver(person)
            return
        if what in ("do", "drag"):
            edit: Edit | None = drawer.edit(history.document)
            assert edit is not None
            history.do(edit, "drag" if what == "drag" else "")
        else:
            edit = history.undo() if what == "undo" else history.redo()
        if edit is not None:
            channel.send(person, edit)


@_law
@given(st.data(), starts(), st.integers(2, 3))
def test_everyone_ends_with_the_same_sheet(data: st.DataObject, start: Document, people: int) -> None:
    channel = Channel(start, people)
    drawer = Drawer(data)
    for _ in range(data.draw(st.integers(1, 14))):
        _act(data, drawer, channel)
    channel.deliver_all()
    first, *others = channel.people
    for other in others:
        assert write(other.agreed) == write(first.agreed)
    for person in channel.people:
        assert person.document == person.agreed
    assert write(channel.newcomer().document) == write(first.agreed)


@_law
@given(st.data(), starts())
def test_somebody_alone_can_undo_everything(data: st.DataObject, start: Document) -> None:
    """On a sheet where nobody else is, undo leads back to the start, whenever edits come back."""
    channel = Channel(start, 1)
    (alone,) = channel.people
    drawer = Drawer(data)
    for _ in range(data.draw(st.integers(1, 8))):
        with contextlib.suppress(EditError):
            edit = drawer.edit(alone.document)
            alone.do(edit)
            channel.send(0, edit)
        if data.draw(st.booleans()):
            channel.deliver(0)
    while alone.undo_label:
        edit_back = alone.undo()
        assert edit_back is not None
        channel.send(0, edit_back)
        if data.draw(st.booleans()):
            channel.deliver(0)
    channel.deliver_all()
    assert write(alone.document) == write(start)
