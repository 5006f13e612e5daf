# SPDX-License-Identifier: BSD-3-Clause
"""A ticker: many symbols, each with a channel of its own; one node at a time is the exchange."""

import asyncio
from typing import Annotated, Any

from app.runtime.library import (
    NO_CAUSE,
    AgreedChannel,
    Cause,
    Channel,
    Context,
    Endpoint,
    Label,
    Lines,
    ObjectReference,
    Range,
    Unit,
    live_object,
)
from app.runtime.references import Parameterized, Primitive, Reference, ReferenceArgument, ValueArgument
from app.runtime.types import EndpointType, dual
from app.spark.live_table import AnyTable
from objects_library.values.quotes import (
    Market,
    NotAPatternError,
    Quote,
    as_quote,
    cause_of,
    channel_of,
    newer,
    sane,
    symbols_in,
)
from objects_library.values.wire_values import table_of
from objects_library.variables.leader.proxy import LeaderChange, LeaderState

_LEADER = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E507
_QUOTE = 0x5B910174440EC0B1E0745761ABBE3D1D
_GATHER = 0.1
"""Seconds for which quotes are gathered before they are sent to views."""
_AT_A_TIME = 20
"""How many channels are opened before others have a turn."""


@live_object(
    "4a2cda29c4dbcdc41a22e38805bc38e5", name="Exchange ticker", group="Data and feeds", limits="up to 1,000 symbols"
)
class Ticker:
    """Prices of many symbols, each on a channel of its own; whoever leads makes them up or brings them."""

    board = Endpoint()
    exchange = Endpoint()
    rows = Endpoint(words="the prices of {name}")
    trades = Endpoint(words="each new price of {name}")

    def __init__(
        self,
        Pattern: ObjectReference[Channel[Quote]],
        Election: ObjectReference[AgreedChannel[LeaderChange, LeaderState]],
        context: Context,
        symbols: Annotated[str, Lines(), Label("Symbols, with spaces between them")] = "ABC DEF GHI XYZ",
        title: Annotated[str, Label("What is shown")] = "",
        simulate: Annotated[bool, Label("Whoever leads makes up prices")] = True,
        seconds: Annotated[float, Range(0.05, 60), Unit("s"), Label("Time between made-up prices")] = 0.5,
    ) -> None:
        self._context = context
        self._pattern = Pattern
        self._title = title[:200]
        self._symbols = symbols_in(symbols)
        if not self._symbols:
            raise NotAPatternError("a ticker needs symbols; write them with spaces between, such as ABC XYZ")
        self._channels: dict[str, Any] = {}
        self._quotes: dict[str, Quote] = {}
        self._fresh: dict[str, Quote] = {}
        self._latest: dict[str, Quote] = {}
        """The last quotes, sent or received; a sent one is received a moment later."""
        self._leader, self._mine, self._term = "", False, 0
        self._market = Market(self._symbols)
        self._seconds = min(max(seconds, 0.05), 60.0)
        self._timer: Any = None
        self._simulate = simulate
        self.dropped = 0
        """How many quotes made no sense."""
        context.set_state("joining")
        context.spawn(self._open(Election))

    @rows.connected
    def offer_rows_again(self) -> None:
        """Send all prices to a new wire."""
        self._offer_rows(again=True)

    @rows.outgoing("value")
    def offer_rows(self, value: AnyTable | None, cause: Cause) -> None:
        """All prices, a row for each symbol, for wires."""

    @trades.outgoing("happened")
    def offer_trade(self, value: dict[str, Any], cause: Cause) -> None:
        """A new price, for wires."""

    def _offer_rows(self, *, again: bool = False) -> None:
        quotes = [self._quotes[symbol] for symbol in self._symbols if symbol in self._quotes]
        cause = self._cause_of(max(quotes, key=lambda quote: quote.number)) if quotes else NO_CAUSE
        self.offer_rows(
            table_of([_row(quote) for quote in quotes]) if quotes else None, cause.repeated() if again else cause
        )

    def _cause_of(self, quote: Quote) -> Cause:
        return cause_of(quote, own=self._mine and quote.term == self._term)

    @board.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        self.settings(self._title, self._symbols)
        self.quotes(list(self._quotes.values()))
        self.leader(self._leader, self._mine)

    @board.incoming
    def by_itself(self, symbol: str) -> None:
        """Ask for a symbol as an object of its own."""
        if symbol in self._symbols:
            self.found(symbol, _alone(self._pattern, symbol))

    @board.outgoing
    def settings(self, title: str, symbols: list[str]) -> None:
        """What it is called, and the symbols in order."""

    @board.outgoing
    def quotes(self, quotes: list[Quote]) -> None:
        """Quotes that are new."""

    @board.outgoing
    def leader(self, name: str, mine: bool) -> None:
        """Who brings the prices."""

    @board.outgoing
    def found(self, symbol: str, reference: Reference) -> None:
        """A symbol as an object of its own."""

    @exchange.incoming
    def trade(self, symbol: str, price: float, volume: int) -> None:
        """Somebody has bought and sold so much at that price; the leader's word counts."""
        made = self._market.traded(symbol, self._latest.get(symbol), price, volume, self._term)
        if symbol not in self._channels:
            self.refused(f"{symbol[:12]} is not a symbol of this ticker")
        elif not self._mine:
            self.refused(f"{self._leader or 'nobody'} brings the prices now")
        elif volume < 0 or not sane(made, symbol):
            self.refused("a price is above zero, and a volume is not below it")
        else:
            self._send(made)

    @exchange.outgoing
    def refused(self, reason: str) -> None:
        """It was not quoted."""

    async def _open(self, election: Reference) -> None:
        """All channels, and whoever leads."""
        for number, symbol in enumerate(self._symbols):
            proxy = await self._context.dereference(channel_of(self._pattern, symbol))
            outer = proxy.endpoints()["channel"]
            inner = dual(outer.type)
            assert isinstance(inner, EndpointType)
            endpoint = self._context.new_endpoint(inner, receive=self._receiver(symbol))
            self._context.connect(endpoint, outer)
            self._channels[symbol] = endpoint
            if number % _AT_A_TIME == _AT_A_TIME - 1:
                await asyncio.sleep(0)
        leader = Parameterized(Primitive(_LEADER), (("Channel", ReferenceArgument(election)),))
        outer = (await self._context.dereference(leader)).endpoints()["election"]
        inner = dual(outer.type)
        assert isinstance(inner, EndpointType)
        endpoint = self._context.new_endpoint(inner, leader=self._led, refused=lambda _: None)
        self._context.set_state("catching up")
        self._context.connect(endpoint, outer)

    def _receiver(self, symbol: str) -> Any:
        return lambda value: self._receive(symbol, as_quote(value))

    def _receive(self, symbol: str, quote: Quote) -> None:
        if not sane(quote, symbol):
            self.dropped += 1
            return
        if not newer(quote, self._quotes.get(symbol)):
            return
        self._quotes[symbol] = quote
        if newer(quote, self._latest.get(symbol)):
            self._latest[symbol] = quote
        if not self._fresh:
            self._context.later(_GATHER, self._send_quotes)
        self._fresh[symbol] = quote

    def _send_quotes(self) -> None:
        fresh, self._fresh = list(self._fresh.values()), {}
        self.quotes(fresh)
        for quote in fresh:
            self.offer_trade(_row(quote), self._cause_of(quote))
        if self.rows.connected:
            self._offer_rows()

    def _led(self, state: dict[str, Any]) -> None:
        self._leader, self._mine, self._term = state["name"], state["mine"], state["term"]
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._mine and self._simulate:
            self._timer = self._context.every(self._seconds, self._move)
            self._move()
        if self._leader:
            self._context.set_state("live")
        self.leader(self._leader, self._mine)

    def _move(self) -> None:
        """A quarter of the symbols are traded each time."""
        for quote in self._market.move(self._latest, self._term, max(1, len(self._symbols) // 4)):
            self._send(quote)

    def _send(self, quote: Quote) -> None:
        self._latest[quote.symbol] = quote
        self._channels[quote.symbol].send(vars(quote))


def _row(quote: Quote) -> dict[str, Any]:
    return {
        "symbol": quote.symbol, "price": quote.price, "change": quote.change, "volume": quote.volume, "at": quote.at,
    }  # fmt: skip


def _alone(pattern: Reference, symbol: str) -> Reference:
    channel = ("Channel", ReferenceArgument(channel_of(pattern, symbol)))
    return Parameterized(Primitive(_QUOTE, 1, "Quote"), (channel, ("symbol", ValueArgument(symbol))))
