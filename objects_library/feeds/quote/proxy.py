# SPDX-License-Identifier: BSD-3-Clause
"""One symbol of an exchange, with its channel."""

from typing import Annotated, Any

from app.runtime.library import NO_CAUSE, Cause, Channel, Context, Endpoint, Label, ObjectReference, live_object
from app.runtime.types import EndpointType, dual
from objects_library.values.quotes import NotAPatternError, Quote, as_quote, cause_of, newer, sane, symbols_in


@live_object("5b910174440ec0b1e0745761abbe3d1d", name="Quote", group="Data and feeds")
class QuoteTile:
    """What one symbol costs now, since the opening, and how it went lately."""

    quote = Endpoint()
    price = Endpoint(words="the price of {name}")
    change = Endpoint(words="the change of {name} in percent")

    def __init__(
        self,
        Channel: ObjectReference[Channel[Quote]],
        context: Context,
        symbol: Annotated[str, Label("Symbol")] = "ABC",
    ) -> None:
        if symbols_in(symbol) != [symbol]:
            raise NotAPatternError("a symbol is up to 12 capital letters, digits and dots; write it like ABC")
        self._context = context
        self._symbol = symbol
        self._last: Quote | None = None
        context.set_state("joining")
        context.spawn(self._join(Channel))

    @price.connected
    def offer_price_again(self) -> None:
        """Send the price to a new wire."""
        self._offer(again=True)

    @change.connected
    def offer_change_again(self) -> None:
        """Send the change to a new wire."""
        self._offer(again=True)

    @price.outgoing("value")
    def offer_price(self, value: float | None, cause: Cause) -> None:
        """What it costs now, for wires."""

    @change.outgoing("value")
    def offer_change(self, value: float | None, cause: Cause) -> None:
        """Percent since the opening, for wires."""

    def _offer(self, *, again: bool = False) -> None:
        last = self._last
        cause = NO_CAUSE if last is None else cause_of(last)
        cause = cause.repeated() if again else cause
        self.offer_price(None if last is None else last.price, cause)
        self.offer_change(None if last is None else last.change, cause)

    @quote.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        self.symbol(self._symbol)
        if self._last is not None:
            self.changed(self._last)

    @quote.outgoing
    def symbol(self, symbol: str) -> None:
        """The title."""

    @quote.outgoing
    def changed(self, quote: Quote) -> None:
        """The present price."""

    async def _join(self, channel: Any) -> None:
        outer = (await self._context.dereference(channel)).endpoints()["channel"]
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        self._context.connect(self._context.new_endpoint(inner, receive=self._receive), outer)
        self._context.set_state("live")

    def _receive(self, value: Any) -> None:
        quote = as_quote(value)
        if sane(quote, self._symbol) and newer(quote, self._last):
            self._last = quote
            self.changed(quote)
            self._offer()
