# SPDX-License-Identifier: BSD-3-Clause
"""The wires of texts that many people write: what they say, and what events append."""

from __future__ import annotations

from typing import Any

from app.runtime.library import Cause, Context, Endpoint
from objects_library.replication.effects import ONCE, Effects
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.values.wire_values import as_text

LONGEST_OFFERED = 100_000
"""How many characters of a text go through a wire."""
_GATHER = 0.2
"""Seconds for which typing is gathered before wires are told."""


class WiredText:
    """The wires of a text; a subclass gives its words, and the change that appends some."""

    content = Endpoint(words="what {name} says")
    appends = Endpoint(provides=ONCE, words="{what} is written at the end of {name}")
    _context: Context
    _replica: Replica
    _effects: Effects
    _offering = False

    @property
    def _words(self) -> str:
        raise NotImplementedError

    def _change_that_appends(self, text: str) -> dict[str, Any]:
        """The change that writes a text behind the present one; its line ends, so that two at once are two lines."""
        raise NotImplementedError

    @content.connected
    def offer_content_again(self) -> None:
        """Send the text to a new wire."""
        self.offer_content(self._words[:LONGEST_OFFERED], self._replica.cause.repeated())

    @content.outgoing("value")
    def offer_content(self, value: str | None, cause: Cause) -> None:
        """The text, for wires."""

    @appends.incoming("happened")
    def append_event(self, value: Any, cause: Cause) -> None:
        """Write what an event brings on a line of its own at the end."""
        text = as_text(value)
        if value is None or not text:
            return
        try:
            change = self._change_that_appends(text)
        except RefusedChangeError as error:
            self._context.log(f"nothing was appended: {error}")
            return
        self._effects.perform("appends", cause, change)

    def _offer_soon(self) -> None:
        """Tell wires of the text a moment later."""
        if self.content.connected and not self._offering:
            self._offering = True
            self._context.later(_GATHER, self._offer_now)

    def _offer_now(self) -> None:
        self._offering = False
        self.offer_content(self._words[:LONGEST_OFFERED], self._replica.cause)
