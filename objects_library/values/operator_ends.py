# SPDX-License-Identifier: BSD-3-Clause
"""The inlets and outlets of operators, by the kind of their values."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from app.runtime.library import Cause, Endpoint
from objects_library.values.conversions import Plain, as_number, as_text, as_yes
from objects_library.values.operator import Operator, Row, Rows
from objects_library.values.position import Position

_TAKES = "{name} uses {what}"
_MAKES = "what {name} makes"
_EACH = "each result of {name}"


class TakesNumber(Operator):
    """An operator on one number."""

    takes = Endpoint(words=_TAKES)

    @takes.incoming("value")
    def take(self, value: float | None, cause: Cause) -> None:
        """Use the present number."""
        self.accept("takes", value, cause)

    @takes.incoming("happened")
    def take_event(self, value: float, cause: Cause) -> None:
        """Use the number of an event."""
        self.accept_event("takes", value, cause)

    @takes.disconnected
    def miss(self) -> None:
        """Use nothing when the last wire is gone."""
        if not self.takes.connected:
            self.forget("takes")


class TakesText(Operator):
    """An operator on one text."""

    takes = Endpoint(words=_TAKES)

    @takes.incoming("value")
    def take(self, value: str | None, cause: Cause) -> None:
        """Use the present text."""
        self.accept("takes", value, cause)

    @takes.incoming("happened")
    def take_event(self, value: str, cause: Cause) -> None:
        """Use the text of an event."""
        self.accept_event("takes", value, cause)

    @takes.disconnected
    def miss(self) -> None:
        """Use nothing when the last wire is gone."""
        if not self.takes.connected:
            self.forget("takes")


class TakesYes(Operator):
    """An operator on yes or no."""

    takes = Endpoint(words=_TAKES)

    @takes.incoming("value")
    def take(self, value: bool | None, cause: Cause) -> None:
        """Use the present answer."""
        self.accept("takes", value, cause)

    @takes.incoming("happened")
    def take_event(self, value: bool, cause: Cause) -> None:
        """Use the answer of an event."""
        self.accept_event("takes", value, cause)

    @takes.disconnected
    def miss(self) -> None:
        """Use nothing when the last wire is gone."""
        if not self.takes.connected:
            self.forget("takes")


class TakesPlain(Operator):
    """An operator on a number, text, yes or no, moment or position."""

    takes = Endpoint(words=_TAKES)

    @takes.incoming("value")
    def take(self, value: Plain | Position | None, cause: Cause) -> None:
        """Use the present value."""
        self.accept("takes", value, cause)

    @takes.incoming("happened")
    def take_event(self, value: Plain | Position | None, cause: Cause) -> None:
        """Use the value of an event."""
        self.accept_event("takes", value, cause)

    @takes.disconnected
    def miss(self) -> None:
        """Use nothing when the last wire is gone."""
        if not self.takes.connected:
            self.forget("takes")


class TakesRow(Operator):
    """An operator on one row."""

    takes = Endpoint(words=_TAKES)

    @takes.incoming("value")
    def take(self, value: Row | None, cause: Cause) -> None:
        """Use the present row."""
        self.accept("takes", value, cause)

    @takes.incoming("happened")
    def take_event(self, value: Row, cause: Cause) -> None:
        """Use the row of an event."""
        self.accept_event("takes", value, cause)

    @takes.disconnected
    def miss(self) -> None:
        """Use nothing when the last wire is gone."""
        if not self.takes.connected:
            self.forget("takes")


class TakesRows(Operator):
    """An operator on rows."""

    takes = Endpoint(words=_TAKES)

    @takes.incoming("value")
    def take(self, value: Rows | None, cause: Cause) -> None:
        """Use the present rows."""
        self.accept("takes", value, cause)

    @takes.incoming("happened")
    def take_event(self, value: Rows, cause: Cause) -> None:
        """Use the rows of an event."""
        self.accept_event("takes", value, cause)

    @takes.disconnected
    def miss(self) -> None:
        """Use nothing when the last wire is gone."""
        if not self.takes.connected:
            self.forget("takes")


class TakesTwo(Operator):
    """An operator on two values, `a` and `b`."""

    a = Endpoint(words=_TAKES)
    b = Endpoint(words=_TAKES)

    @a.incoming("value")
    def take_a(self, value: Plain | None, cause: Cause) -> None:
        """Use the present value of a."""
        self.accept("a", value, cause)

    @a.incoming("happened")
    def take_event_a(self, value: Plain | None, cause: Cause) -> None:
        """Use the value of an event as a."""
        self.accept_event("a", value, cause)

    @a.disconnected
    def miss_a(self) -> None:
        """Use nothing for a when its last wire is gone."""
        if not self.a.connected:
            self.forget("a")

    @b.incoming("value")
    def take_b(self, value: Plain | None, cause: Cause) -> None:
        """Use the present value of b."""
        self.accept("b", value, cause)

    @b.incoming("happened")
    def take_event_b(self, value: Plain | None, cause: Cause) -> None:
        """Use the value of an event as b."""
        self.accept_event("b", value, cause)

    @b.disconnected
    def miss_b(self) -> None:
        """Use nothing for b when its last wire is gone."""
        if not self.b.connected:
            self.forget("b")


class TakesFour(TakesTwo):
    """An operator on up to four values, `a` to `d`."""

    c = Endpoint(words=_TAKES)
    d = Endpoint(words=_TAKES)

    @c.incoming("value")
    def take_c(self, value: Plain | None, cause: Cause) -> None:
        """Use the present value of c."""
        self.accept("c", value, cause)

    @c.incoming("happened")
    def take_event_c(self, value: Plain | None, cause: Cause) -> None:
        """Use the value of an event as c."""
        self.accept_event("c", value, cause)

    @c.disconnected
    def miss_c(self) -> None:
        """Use nothing for c when its last wire is gone."""
        if not self.c.connected:
            self.forget("c")

    @d.incoming("value")
    def take_d(self, value: Plain | None, cause: Cause) -> None:
        """Use the present value of d."""
        self.accept("d", value, cause)

    @d.incoming("happened")
    def take_event_d(self, value: Plain | None, cause: Cause) -> None:
        """Use the value of an event as d."""
        self.accept_event("d", value, cause)

    @d.disconnected
    def miss_d(self) -> None:
        """Use nothing for d when its last wire is gone."""
        if not self.d.connected:
            self.forget("d")


class GivesNumber(Operator):
    """An operator that makes a number."""

    number = Endpoint(words=_MAKES)

    @number.connected
    def give_number_again(self) -> None:
        """Send the number to a new wire."""
        self.give_number(as_number(self.output), self.cause.repeated())

    @number.outgoing("value")
    def give_number(self, value: float | None, cause: Cause) -> None:
        """The present number."""

    def give(self, value: Any, cause: Cause) -> None:
        """Offer the number."""
        super().give(value, cause)
        self.give_number(as_number(value), cause)


class GivesText(Operator):
    """An operator that makes a text."""

    text = Endpoint(words=_MAKES)

    @text.connected
    def give_text_again(self) -> None:
        """Send the text to a new wire."""
        self.give_text(as_text(self.output), self.cause.repeated())

    @text.outgoing("value")
    def give_text(self, value: str | None, cause: Cause) -> None:
        """The present text."""

    def give(self, value: Any, cause: Cause) -> None:
        """Offer the text."""
        super().give(value, cause)
        self.give_text(as_text(value), cause)


class GivesYes(Operator):
    """An operator that makes yes or no."""

    yes = Endpoint(words=_MAKES)

    @yes.connected
    def give_yes_again(self) -> None:
        """Send the answer to a new wire."""
        self.give_yes(as_yes(self.output), self.cause.repeated())

    @yes.outgoing("value")
    def give_yes(self, value: bool | None, cause: Cause) -> None:
        """The present answer."""

    def give(self, value: Any, cause: Cause) -> None:
        """Offer the answer."""
        super().give(value, cause)
        self.give_yes(as_yes(value), cause)


class GivesRows(Operator):
    """An operator that makes rows."""

    rows = Endpoint(words=_MAKES)

    @rows.connected
    def give_rows_again(self) -> None:
        """Send the rows to a new wire."""
        self.give_rows(self.output, self.cause.repeated())

    @rows.outgoing("value")
    def give_rows(self, value: Rows | None, cause: Cause) -> None:
        """The present rows."""

    def give(self, value: Any, cause: Cause) -> None:
        """Offer the rows."""
        super().give(value, cause)
        self.give_rows(value, cause)


class GivesRow(Operator):
    """An operator that makes a row."""

    row = Endpoint(words=_MAKES)

    @row.connected
    def give_row_again(self) -> None:
        """Send the row to a new wire."""
        self.give_row(self.output, self.cause.repeated())

    @row.outgoing("value")
    def give_row(self, value: Row | None, cause: Cause) -> None:
        """The present row."""

    def give(self, value: Any, cause: Cause) -> None:
        """Offer the row."""
        super().give(value, cause)
        self.give_row(value, cause)


class TellsNumbers(Operator):
    """An operator that makes a number of each event."""

    numbers = Endpoint(words=_EACH)

    @numbers.outgoing("happened")
    def tell_number(self, value: float, cause: Cause) -> None:
        """The number of an event."""

    def tell(self, value: Any, cause: Cause) -> None:
        """Send the number."""
        super().tell(value, cause)
        number = as_number(value)
        if number is not None:
            self.tell_number(number, cause)


class TellsTexts(Operator):
    """An operator that makes a text of each event."""

    texts = Endpoint(words=_EACH)

    @texts.outgoing("happened")
    def tell_text(self, value: str, cause: Cause) -> None:
        """The text of an event."""

    def tell(self, value: Any, cause: Cause) -> None:
        """Send the text."""
        super().tell(value, cause)
        text = as_text(value)
        if text is not None:
            self.tell_text(text, cause)


class TellsMoments(Operator):
    """An operator that makes events at certain times."""

    ticks = Endpoint(words="each tick of {name}")

    @ticks.outgoing("happened")
    def tell_moment(self, value: datetime, cause: Cause) -> None:
        """A time has come."""


class TellsRows(Operator):
    """An operator that makes a row of each event."""

    happens = Endpoint(words=_EACH)

    @happens.outgoing("happened")
    def tell_row(self, value: Row, cause: Cause) -> None:
        """The row of an event."""

    def tell(self, value: Any, cause: Cause) -> None:
        """Send the row."""
        super().tell(value, cause)
        if isinstance(value, dict):
            self.tell_row(value, cause)
