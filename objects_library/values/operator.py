# SPDX-License-Identifier: BSD-3-Clause
"""The common part of operators: each copy computes what it offers from what comes in, and shows both on its block."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, NamedTuple

import pyarrow as pa

from app.runtime.library import NO_CAUSE, Cause, Context, Endpoint, OfType
from objects_library.values.conversions import as_text, bounded, same

Row = dict[str, Any]
Rows = Annotated[Any, OfType("table{...}")]

MOST_ROWS = 200_000
"""More rows are work for Spark."""
_LONGEST_SAMPLE = 200
_MOST_FIELDS = 8


class Trouble(NamedTuple):
    """Why there is no result: a word that the view explains, and what it is about."""

    what: str
    detail: str = ""


class TroubleError(Exception):
    """There is no result."""

    def __init__(self, what: str, detail: object = "") -> None:
        super().__init__(what, detail)
        self.trouble = Trouble(what, str(detail)[:_LONGEST_SAMPLE])


@dataclass(frozen=True)
class Sample:
    """A value as the block shows it; `kind` is number, text, yes, moment, rows or nothing."""

    name: str
    kind: str
    text: str = ""
    number: float = 0.0
    moment: datetime | None = None


class Operator:
    """The base of operators; a subclass has inlets and outlets, and computes `output` from `inputs`."""

    preview = Endpoint()

    def __init__(self, context: Context, rule: str = "") -> None:
        self._context = context
        self._rule = rule
        self._trouble: Trouble | None = None
        self.inputs: dict[str, Any] = {}
        self.output: Any = None
        self.cause = NO_CAUSE

    def begin(self) -> None:
        """Compute before anything comes in; whoever connects gets the output."""
        self.output, self._trouble = self._computed()

    def compute(self) -> Any:
        """The output for the present inputs; raises TroubleError if there is none."""
        raise NotImplementedError

    def accept(self, inlet: str, value: Any, cause: Cause) -> None:
        """Take the present value of an inlet."""
        self.inputs[inlet] = bounded(value)
        self.update(cause)

    def accept_event(self, inlet: str, value: Any, cause: Cause) -> None:
        """Take an event: its value is the present one, and what follows is an event, too."""
        self.accept(inlet, value, cause)
        if self.output is not None:
            self.tell(self.output, cause.through(self._context.name))

    def forget(self, inlet: str) -> None:
        """An inlet has lost its last wire."""
        self.accept(inlet, None, NO_CAUSE)
        del self.inputs[inlet]
        self.show()

    def update(self, cause: Cause) -> None:
        """Compute again, and offer the output if it is another one."""
        output, self._trouble = self._computed()
        if not same(output, self.output):
            self.output, self.cause = output, cause.through(self._context.name)
            self.give(output, self.cause)
        self.show()

    def give(self, value: Any, cause: Cause) -> None:
        """Offer the output; each outlet adds its part."""

    def tell(self, value: Any, cause: Cause) -> None:
        """Send the output as an event; each outlet of events adds its part."""

    @preview.connected
    def show(self) -> None:
        """Show inputs and output to the view."""
        if self.preview.connected:
            inputs = [sample(name, value) for name, value in self.inputs.items()]
            what, detail = self._trouble or ("", "")
            self.shown(inputs, sample("", self.output), self._rule[:_LONGEST_SAMPLE], what, detail)

    @preview.outgoing
    def shown(self, inputs: list[Sample], output: Sample, rule: str, trouble: str, detail: str) -> None:
        """Inputs, output, the rule between them, and why there is no output."""

    def _computed(self) -> tuple[Any, Trouble | None]:
        try:
            if any(isinstance(each, pa.Table) and each.num_rows > MOST_ROWS for each in self.inputs.values()):
                raise TroubleError("rows", MOST_ROWS)
            return bounded(self.compute()), None
        except TroubleError as error:
            return None, error.trouble
        except (ArithmeticError, ValueError, TypeError, LookupError, pa.ArrowException) as error:
            return None, Trouble("failed", str(error)[:_LONGEST_SAMPLE])


def sample(name: str, value: Any) -> Sample:
    """A value as the block shows it."""
    match value:
        case None:
            return Sample(name, "nothing")
        case bool():
            return Sample(name, "yes", number=float(value))
        case float() | int():
            return Sample(name, "number", number=float(value))
        case datetime():
            return Sample(name, "moment", moment=value)
        case pa.Table():
            return Sample(name, "rows", ", ".join(value.column_names[:_MOST_FIELDS])[:_LONGEST_SAMPLE], value.num_rows)
    return Sample(name, "text", (as_text(value) or "")[:_LONGEST_SAMPLE])
