# SPDX-License-Identifier: BSD-3-Clause
"""Quotes of an exchange, their validation, and a simulated market."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import blake2b, sha256
from math import exp, isfinite
from random import Random
from typing import Any

from app.runtime.library import Cause, type_name
from app.runtime.library.cause import CAUSE_BYTES
from app.runtime.references import Parameterized, Reference, ValueArgument

MOST_SYMBOLS = 1_000
RECENT = 40
"""How many recent prices a quote has."""
_SYMBOL = re.compile(r"[A-Z0-9][A-Z0-9.]{0,11}")
_HIGHEST = 1e12


@type_name("Quote")
@dataclass(frozen=True)
class Quote:
    """The prices of a symbol: present, opening, and recent; `term` and `number` order quotes."""

    symbol: str
    price: float
    opening: float
    volume: int
    recent: list[float]
    at: datetime
    term: int
    number: int

    @property
    def change(self) -> float:
        """Percent since the opening."""
        return (self.price / self.opening - 1) * 100 if self.opening else 0.0


def cause_of(quote: Quote, *, own: bool = False) -> Cause:
    """The cause of what follows from a quote: its publisher's, named alike by everyone who hears it."""
    name = f"{quote.symbol} {quote.term} {quote.number}".encode()
    return Cause(blake2b(name, digest_size=CAUSE_BYTES).digest(), own=own, at=quote.at)


def symbols_in(text: str) -> list[str]:
    """The symbols of a list, each once; invalid ones are left out."""
    found = dict.fromkeys(part.upper() for part in re.split(r"[\s,;]+", text) if part)
    return [symbol for symbol in found if _SYMBOL.fullmatch(symbol)][:MOST_SYMBOLS]


def channel_of(pattern: Reference, symbol: str) -> Reference:
    """The channel of a symbol: the pattern with a group of its own."""
    if not isinstance(pattern, Parameterized):
        raise NotAPatternError("the channel of a ticker needs parameters, of which one is its group")
    arguments = dict(pattern.arguments)
    group = arguments.get("group")
    before = str(group.value) if isinstance(group, ValueArgument) else "quotes"
    arguments["group"] = ValueArgument(f"{before}/{symbol}")
    return Parameterized(pattern.template, tuple(arguments.items()), pattern.as_type)


class NotAPatternError(Exception):
    """Channels cannot be created from this reference."""


def sane(quote: Quote, symbol: str) -> bool:
    """Whether a quote is valid for its symbol; holders of the key may send anything."""
    numbers = (quote.price, quote.opening, *quote.recent)
    return (
        quote.symbol == symbol
        and len(quote.recent) <= RECENT
        and all(isfinite(number) and 0 < number < _HIGHEST for number in numbers)
        and 0 <= quote.volume < 2**60
    )


class Market:
    """A random walk of prices, which continues from the last quotes."""

    def __init__(self, symbols: Sequence[str], random: Random | None = None) -> None:
        self._symbols = list(symbols)
        self._random = random or Random()  # noqa: S311 - prices are no secrets
        self._number = 0

    def move(self, known: dict[str, Quote], term: int, count: int) -> list[Quote]:
        """New quotes of some symbols, and of those without one."""
        missing = [symbol for symbol in self._symbols if symbol not in known]
        chosen = self._random.sample(self._symbols, min(count, len(self._symbols)))
        return [self._next(symbol, known.get(symbol), term) for symbol in dict.fromkeys([*missing, *chosen])]

    def traded(self, symbol: str, last: Quote | None, price: float, volume: int, term: int) -> Quote:
        """A quote after a trade."""
        self._number += 1
        opening = price if last is None else last.opening
        recent = [*([] if last is None else last.recent), price][-RECENT:]
        total = (0 if last is None else last.volume) + volume
        return Quote(symbol, price, opening, total, recent, datetime.now(UTC), term, self._number)

    def _next(self, symbol: str, last: Quote | None, term: int) -> Quote:
        opening = _opening(symbol) if last is None else last.opening
        price = opening if last is None else last.price
        # random walk with a slight return to the opening price
        step = self._random.gauss(0, _swing(symbol)) + 0.002 * (opening - price) / opening
        price = max(0.01, round(price * exp(max(-0.2, min(0.2, step))), 2))
        quote = self.traded(symbol, last, price, self._random.randint(1, 40) * 100, term)
        return quote if last is not None else replace(quote, opening=opening)


def newer(quote: Quote, than: Quote | None) -> bool:
    """Whether a quote is newer than another one."""
    return than is None or (quote.term, quote.number) > (than.term, than.number)


def _opening(symbol: str) -> float:
    """The first price, the same in every copy."""
    number = int.from_bytes(sha256(symbol.encode()).digest()[:4], "big") / 2**32
    return round(2.0 * exp(5.5 * number), 2)


def _swing(symbol: str) -> float:
    return 0.0008 + sha256(symbol.encode()).digest()[5] / 255 * 0.004


def as_quote(value: Any) -> Quote:
    """A quote from a channel value."""
    return Quote(**value) if isinstance(value, dict) else value
