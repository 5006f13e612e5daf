# SPDX-License-Identifier: BSD-3-Clause
"""The link to a web page, which opens only on a click."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from app.runtime.library import Cause, ChannelReference, Context, Endpoint, Label, live_object, type_name, wrapper_of
from objects_library.replication.replica import RefusedChangeError, Replica
from objects_library.values.links import wrong_address, wrong_words

_PARTS = ("title", "address", "note")
_LONGEST_NAME = 100


@type_name("WebLinkChange")
@dataclass(frozen=True)
class WebLinkChange:
    """A new title, address or note."""

    part: str
    text: str
    by: str


@type_name("WebLinkState")
@dataclass(frozen=True)
class WebLinkState:
    """Address, title, note, and who changed it last."""

    title: str
    address: str
    note: str
    by: str


_STATE = wrapper_of(WebLinkState)
_NOTHING = WebLinkState("", "", "", "")


@live_object(
    "9702dbd2a26873e088fa9d508df0fe20",
    name="Web link",
    group="Shared documents",
    limits="addresses of 2,000 characters",
)
class WebLink:
    """A page with a title and a note; it is opened in the browser of whoever clicks on it."""

    link = Endpoint(provides={"merge": "last writer per part"})
    target = Endpoint(name="address", words="the address of {name}")

    def __init__(
        self,
        Channel: ChannelReference[WebLinkChange, WebLinkState],
        context: Context,
        address: Annotated[str, Label("Address at first, as https://example.org")] = "",
        title: Annotated[str, Label("Title at first")] = "",
        note: Annotated[str, Label("Note at first")] = "",
    ) -> None:
        self._context = context
        self._first = WebLinkState(title, address, note, "")
        if problem := _wrong(self._first):
            raise ValueError(problem)
        self._now = _NOTHING
        self._replica = Replica(context, Channel, self, started=self._start, refused=self.refused, causes=True)

    def _start(self) -> None:
        self.show()
        self.offer_address_again()

    @target.connected
    def offer_address_again(self) -> None:
        """Send the address to a new wire."""
        self.offer_address(self._now.address or None, self._replica.cause.repeated())

    @target.outgoing("value")
    def offer_address(self, value: str | None, cause: Cause) -> None:
        """The address, for wires."""

    @link.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        if self._replica.live:
            self.changed(self._now.title, self._now.address, self._now.note, self._now.by)

    @link.incoming
    def set(self, part: str, text: str) -> None:
        """Set the title, the address or the note."""
        try:
            self._with(part, text)
        except RefusedChangeError as error:
            self.refused(str(error))
            self.show()
            return
        name = self._context.node_name[:_LONGEST_NAME]
        self._replica.send({"part": part, "text": text, "by": name})

    @link.outgoing
    def changed(self, title: str, address: str, note: str, by: str) -> None:
        """The present values, and who changed them last."""

    @link.outgoing
    def refused(self, reason: str) -> None:
        """A request was refused."""

    def apply_change(self, change: dict[str, Any]) -> None:
        """Apply a change, in all copies alike."""
        if len(change["by"]) > _LONGEST_NAME:
            raise RefusedChangeError("a name that long is nobody's")
        self._now = replace(self._with(change["part"], change["text"]), by=change["by"])
        self.show()
        self.offer_address(self._now.address or None, self._replica.cause)

    def give_state(self) -> Any:
        """The present values."""
        return _STATE.lower(self._now)

    def take_state(self, state: Any) -> None:
        """Start from the state of another copy, or from the reference."""
        given: WebLinkState = self._first if state is None else _STATE.lift(state)
        self._now = _NOTHING if _wrong(given) else given

    def _with(self, part: str, text: str) -> WebLinkState:
        if part not in _PARTS:
            raise RefusedChangeError(f"a link has no {part[:20]!r}")
        made = replace(self._now, **{part: text})
        if problem := _wrong(made):
            raise RefusedChangeError(problem)
        return made


def _wrong(link: WebLinkState) -> str:
    return wrong_words(link.title, link.note) or (wrong_address(link.address) if link.address else "")
