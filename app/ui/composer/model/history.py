# SPDX-License-Identifier: BSD-3-Clause
"""The undo history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from app.runtime.references import Document
from app.ui.composer.model.edits.base import Edit
from app.ui.composer.model.edits.difference import difference

MOST_STEPS = 2_000


@dataclass(frozen=True)
class Change:
    """A change of the document by an edit."""

    before: Document
    after: Document
    edit: Edit


class Step(NamedTuple):
    """One undo step."""

    label: str
    forward: Edit
    backward: Edit


class _Labelled(Protocol):
    @property
    def label(self) -> str: ...


S = TypeVar("S", bound=_Labelled)


class UndoStacks(Generic[S]):
    """The undo and redo stacks of a document; the next step is the last of its stack."""

    def __init__(self) -> None:
        self._done: list[S] = []
        self._undone: list[S] = []
        self._continues = ""

    @property
    def undo_label(self) -> str:
        """The label of the next undo step; empty if there is none."""
        return self._done[-1].label if self._done else ""

    @property
    def redo_label(self) -> str:
        """The label of the next redo step; empty if there is none."""
        return self._undone[-1].label if self._undone else ""


class History(UndoStacks[Step]):
    """A document with its undo and redo stacks."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document
        self._before_step = document

    @property
    def steps(self) -> tuple[Step, ...]:
        """The undo stack, the oldest step first."""
        return tuple(self._done)

    @property
    def undone(self) -> tuple[Step, ...]:
        """The redo stack, the next step last."""
        return tuple(self._undone)

    def do(self, edit: Edit, continues: str = "") -> Change:
        """Apply an edit; with the last edit's `continues` key it joins that step."""
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
        """Undo the last step."""
        return self._step(self._done, self._undone, lambda step: step.backward)

    def redo(self) -> Change | None:
        """Redo the last undone step."""
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
