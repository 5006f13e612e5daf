# SPDX-License-Identifier: BSD-3-Clause
"""A random number that is the same for everyone."""

import hashlib
from math import floor
from typing import Annotated, Any

from app.runtime.library import Cause, Context, Endpoint, Label, live_object
from objects_library.values.operator_ends import GivesNumber

_BYTES = 7
"""56 bits, a little more than a float can tell apart."""


@live_object("4518bbd22fa5a4ec672d769372254a7c", name="Random number", group="Operators")
class RandomNumber(GivesNumber):
    """A random number between two others, a new one at each event; everyone sees the same."""

    rolls = Endpoint(words="{what} makes {name} choose again")

    def __init__(
        self,
        context: Context,
        low: Annotated[float, Label("Smallest number")] = 1.0,
        high: Annotated[float, Label("Largest number")] = 6.0,
        whole: Annotated[bool, Label("Only whole numbers")] = True,
        seed: Annotated[str, Label("Another text, other numbers")] = "",
    ) -> None:
        self._low, self._high, self._whole, self._seed = min(low, high), max(low, high), whole, seed
        super().__init__(context, f"{self._low:g} … {self._high:g}")
        self._drawn = b""
        self.begin()

    @rolls.incoming("happened")
    def roll(self, value: Any, cause: Cause) -> None:
        """Choose by the id of the cause, which all copies know."""
        del value
        self._drawn = cause.id or self._share().to_bytes(_BYTES, "big")
        self.update(cause)

    def compute(self) -> float:
        """The number that follows from the seed and the last cause."""
        share = self._share() / (1 << 8 * _BYTES)
        if self._whole:
            low, high = floor(self._low), floor(self._high)
            return float(low + floor(share * (high - low + 1)))
        return self._low + share * (self._high - self._low)

    def _share(self) -> int:
        text = f"{self._context.name}\0{self._seed}\0".encode("utf-8", "surrogatepass")
        return int.from_bytes(hashlib.blake2b(text + self._drawn, digest_size=_BYTES).digest(), "big")
