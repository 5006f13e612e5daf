"""What was done, and can be undone and redone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from app.runtime.references import Document
from app.ui.composer.model.edits.base import Edit
from app.ui.composer.model.edits.difference import difference

MOST_STEPS = 2_000


@dataclass(frozen=True)
class Change:
    """One document became another; `edit` says how."""

    before: Document
    after: Document
    edit: Edit


class Step(NamedTuple):
    """What the user sees as one thing that was done."""

    label: str
    forward: Edit
    backward: Edit


class History:
    """A document and the steps that led to it."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._done: list[Step] = []
        self._undone: list[Step] = []
        self._continues = ""
        self._before_step = document

    @property
    def undo_label(self) -> str:
        """What `undo` would take back; empty when there is nothing."""
        return self._done[-1].label if self._done else ""

    @property
    def redo_label(self) -> str:
        """What `redo` would do again; empty when there is nothing."""
        return self._undone[-1].label if self._undone else ""

    @property
    def steps(self) -> tuple[Step, ...]:
        """What can be undone, the oldest first."""
        return tuple(self._done)

    @property
    def undone(self) -> tuple[Step, ...]:
        """What can be redone, the next one last."""
        return tuple(self._undone)

    def do(self, edit: Edit, continues: str = "") -> Change:
        """Make an edit; one that continues the last one is part of the same step."""
        before = self.document
        after = edit.apply(before)
        self.document = after
        self._undone.clear()
        if continues and continues == self._continues and self._done:
            forward: Edit = difference(self._before_step, after, edit.label)
            label = self._done.pop().label
            self._done.append(Step(label, forward, difference(after, self._before_step, label)))
        else:
            self._before_step = before
            self._done.append(Step(edit.label, edit, difference(after, before, edit.label)))
            del self._done[:-MOST_STEPS]
        self._continues = continues
        return Change(before, after, edit)

    def undo(self) -> Change | None:
        """Take the last step back."""
        return self._step(self._done, self._undone, lambda step: step.backward)

    def redo(self) -> Change | None:
        """Make the last step that was taken back again."""
        return self._step(self._undone, self._done, lambda step: step.forward)

    def _step(self, source: list[Step], target: list[Step], choose: Callable[[Step], Edit]) -> Change | None:
        if not source:
            return None
        edit = choose(source[-1])
        before = self.document
        self.document = edit.apply(before)
        target.append(source.pop())
        self._continues = ""
        return Change(before, self.document, edit)
