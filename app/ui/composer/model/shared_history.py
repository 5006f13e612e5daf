# SPDX-License-Identifier: BSD-3-Clause
"""The history of a shared document: the agreed state and pending local edits."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.runtime.references import Document
from app.ui.composer.model.edits import CompoundEdit, Edit, EditError, difference
from app.ui.composer.model.edits.parts import key_of
from app.ui.composer.model.edits.patch import Patch, Splice
from app.ui.composer.model.history import MOST_STEPS, UndoStacks


@dataclass
class OwnStep:
    """A local undo step; `inverses` undo its edits, the last one first."""

    label: str
    inverses: list[Edit] = field(default_factory=list)

    def inverse(self) -> Edit:
        """The edit that undoes the step."""
        if len(self.inverses) == 1:
            return self.inverses[0]
        return CompoundEdit(tuple(reversed(self.inverses)), self.label)


@dataclass
class _Pending:
    edit: Edit
    step: OwnStep | None = None
    number: int = 0


class SharedHistory(UndoStacks[OwnStep]):
    """Applies edits in the channel's order; local edits are applied optimistically until then.

    All members apply and refuse the same edits in the same order. Undo is a new edit that reverts a local
    step and leaves edits of others unchanged.
    """

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.agreed = document
        self.count = 0
        self.document = document
        self._pending: list[_Pending] = []

    def restart(self, document: Document, count: int, edits: list[Edit | None], mine: list[Edit]) -> None:
        """Reset to a document and the edits since; local steps stay undoable."""
        self.agreed, self.count = document, count
        for edit in edits:
            self._agree(edit)
        self._pending = [self._arrived(edit) or _Pending(edit) for edit in mine]
        self._assume()

    def do(self, edit: Edit, continues: str = "") -> None:
        """Apply an edit locally; the caller sends it."""
        is_more = bool(continues) and continues == self._continues and bool(self._done)
        step = self._done[-1] if is_more else OwnStep(edit.label)
        self._perform(edit, step)
        if not is_more:
            self._done.append(step)
            del self._done[:-MOST_STEPS]
        self._undone.clear()
        self._continues = continues

    def undo(self) -> Edit | None:
        """Undo the last local step; returns the edit to send."""
        return self._reverse(self._done, self._undone)

    def redo(self) -> Edit | None:
        """Redo the last undone step; returns the edit to send."""
        return self._reverse(self._undone, self._done)

    def receive(self, edit: Edit | None, *, mine: bool) -> str:
        """Apply an edit from the channel; returns the label of a local edit that became impossible."""
        pending = self._arrived(edit) if mine else None
        before = self.agreed
        agreed = self._agree(edit)
        if pending is not None and pending.step is not None:
            self._settle(pending, before, agreed)
        if pending is None or not agreed or self._pending:
            self._assume()
        elif self.document != self.agreed:
            self.document = self.agreed
        return pending.edit.label if pending is not None and not agreed else ""

    def _arrived(self, edit: Edit | None) -> _Pending | None:
        """The pending local edit that has been delivered."""
        for number, pending in enumerate(self._pending):
            if pending.edit == edit:
                return self._pending.pop(number)
        return None

    def _agree(self, edit: Edit | None) -> bool:
        self.count += 1
        if edit is None:
            return False
        try:
            self.agreed = edit.apply(self.agreed)
        except EditError:
            return False
        return True

    def _assume(self) -> None:
        """Recompute the local document: the agreed one plus the pending edits that still apply."""
        document = self.agreed
        for pending in self._pending:
            try:
                document = pending.edit.apply(document)
            except EditError:
                continue
        self.document = document

    def _perform(self, edit: Edit, step: OwnStep) -> None:
        before = self.document
        self.document = edit.apply(before)
        step.inverses.append(difference(self.document, before, step.label))
        self._pending.append(_Pending(edit, step, len(step.inverses) - 1))

    def _reverse(self, source: list[OwnStep], target: list[OwnStep]) -> Edit | None:
        if not source:
            return None
        step = source.pop()
        self._continues = ""
        edit = step.inverse()
        reverse = OwnStep(step.label)
        self._perform(edit, reverse)  # raises if others have changed its target; the step is dropped
        target.append(reverse)
        return edit

    def _settle(self, pending: _Pending, before: Document, agreed: bool) -> None:
        """Compute the inverse of an edit whose position in the order is known."""
        step = pending.step
        assert step is not None
        if not agreed:
            for steps in (self._done, self._undone):
                if step in steps and len(step.inverses) == 1:
                    steps.remove(step)
            step.inverses[pending.number] = CompoundEdit(())
            return
        inverse = difference(self.agreed, before, step.label)
        earlier = step.inverses[: pending.number]
        is_covered = any(_covers(each, inverse) for each in earlier)
        step.inverses[pending.number] = CompoundEdit(()) if is_covered else inverse


def _covers(earlier: Edit, later: Edit) -> bool:
    """Whether undoing the earlier edit also undoes the later one, as in a drag."""
    old, new = _changes(earlier), _changes(later)
    return old is not None and new is not None and new <= old


def _changes(edit: Edit) -> set[object] | None:
    if not isinstance(edit, Patch):
        return None
    found: set[object] = set()
    for operation in edit.operations:
        if not isinstance(operation, Splice) or operation.removed or operation.inserted:
            return None
        found |= {(operation.path, operation.field, key_of(part)) for part in operation.changed}
    return found
