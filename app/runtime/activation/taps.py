# SPDX-License-Identifier: BSD-3-Clause
"""Taps: observe the events of a running endpoint; an endpoint without taps has no overhead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.runtime.activation.endpoints import ExternalEndpoint, portal_of
from app.runtime.activation.lifetime import Close, log

if TYPE_CHECKING:
    from app.runtime.activation.endpoints import Portal
    from app.runtime.activation.wires import Receiver
    from app.runtime.library.signatures import Signature


@dataclass(frozen=True, slots=True)
class TappedEvent:
    """An event observed at an endpoint, incoming or outgoing."""

    event: str
    outward: bool
    _arguments: tuple[object, ...]
    _signature: Signature

    @property
    def value(self) -> object:
        """The plain value, computed on demand."""
        return self._signature.pack(*self._arguments)


Tap = Callable[[TappedEvent], object]


def tap(endpoint: ExternalEndpoint, listener: Tap) -> Close:
    """Call `listener` before each event at an endpoint; returns a function that stops this."""
    portal = portal_of(endpoint)
    portal.life.event_thread.require()
    portal.taps = (*portal.taps, listener)
    _rewire(portal)

    def stop() -> None:
        portal.life.event_thread.require()
        if listener in portal.taps:
            portal.taps = tuple(each for each in portal.taps if each is not listener)
            _rewire(portal)

    return stop


def tapped(sender: Portal, event: str, receiver: Portal, end: Receiver) -> Receiver:
    """Return a receiver that calls the taps of both portals first; the same receiver if there are none."""
    for portal in (receiver, sender):
        for listener in portal.taps:
            end = _through(listener, event, portal is sender, end)
    return end


def _through(listener: Tap, event: str, outward: bool, end: Receiver) -> Receiver:
    handler, signature = end.handler, end.signature

    def look(*arguments: object) -> None:
        try:
            listener(TappedEvent(event, outward, arguments, signature))
        except Exception:  # noqa: BLE001  # looking must not disturb
            log.exception("whoever looks at the event `%s` raised", event)
        handler(*arguments)

    return replace(end, handler=look)


def _rewire(portal: Portal) -> None:
    for link in portal.links:
        link.rewire()
