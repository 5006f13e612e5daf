# SPDX-License-Identifier: BSD-3-Clause
"""Layers of one protocol stack, joined inside the engine: their wires carry an offer and no events.

Each layer shows itself to its neighbours on both sides. Once a composite is built, the topmost layer asks
downwards what the stack is, opens one group of the engine with all of it, and is the only one that touches a
message in Python. Where a neighbour shows nothing, events flow as between any two objects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.runtime.library import Context
from app.transport_native import Policy
from app.transport_native.view import ViewChange
from objects_library.channels.native.group_member import GroupMember, join_group
from objects_library.channels.native.scope_registry import ScopeAddress
from objects_library.channels.native.send_queue import SendQueue

_LOOK_AGAIN = 0.1


@dataclass(frozen=True)
class Stack:
    """A group of the engine that several layers form."""

    place: ScopeAddress
    name: str
    policy: Policy

    def under(self, layer: str, **stronger: Any) -> Stack:
        """The stack with one more layer on top, which changes the policy."""
        return Stack(self.place, f"{layer}/{self.name}", replace(self.policy, **stronger))


class Layer:
    """The offer of a native layer at its endpoints: the stack up to it."""

    def __init__(self, stack: Callable[[], Stack | None], rooted: Callable[[], bool] = lambda: True) -> None:
        self.stack = stack
        """None while unknown."""
        self.rooted = rooted
        """Whether everything below is native."""


def layer_at(endpoint: Any) -> Layer | None:
    """The layer on the other side of an endpoint, if there is one."""
    offer = endpoint.other_offer
    return offer if isinstance(offer, Layer) else None


class StackTop:
    """The topmost layer of a stack: the only one that handles messages in Python."""

    def __init__(self, deliver: Callable[[bytes], None], changed: Callable[[], None]) -> None:
        self._deliver = deliver
        self._changed = changed
        self._member: GroupMember | None = None
        self._stack: Stack | None = None
        self._send_queue = SendQueue()

    @property
    def joined(self) -> bool:
        """Whether a group is open."""
        return self._member is not None

    @property
    def member(self) -> GroupMember | None:
        """The group, while it is open."""
        return self._member

    def stand_on(self, stack: Stack | None) -> None:
        """Open the group of this stack; None closes it."""
        if stack == self._stack:
            return
        self.close()
        self._stack = stack
        if stack is not None:
            self._member = join_group(stack.place, stack.name, stack.policy, self)
            self._changed()

    def send(self, data: bytes) -> None:
        """Send a message as soon as possible."""
        if self._member is not None and self._member.writable:
            self._member.send(data)
        else:
            self._send_queue.keep(data)

    def close(self) -> None:
        """Leave the group."""
        if self._member is not None:
            self._member.detach(self)
        self._member = self._stack = None

    # ---- events of the group member

    def messages_delivered(self, messages: Sequence[tuple[int, bytes]]) -> None:
        for _, data in messages:
            self._deliver(data)

    def view_changed(self, change: ViewChange) -> None:
        if change.writable and self._member is not None:
            for data in self._send_queue.take():
                self._member.send(data)
        self._changed()

    def stable(self, count: int) -> None:
        """Nothing depends on stability here."""


class NativePart:
    """A layer in the middle of a stack, which may also be its top."""

    def __init__(
        self,
        context: Context,
        below: Any,
        above: Any,
        strengthen: Callable[[Stack], Stack],
        deliver: Callable[[bytes], None],
        unrooted: Callable[[], None] = lambda: None,
    ) -> None:
        self._context = context
        self._unrooted = unrooted
        self._below = below
        self._above = above
        self._strengthen = strengthen
        self._top = StackTop(lambda data: context.post(deliver, data), lambda: None)
        self._waiting = False
        layer = Layer(self._stack, lambda: self.joined)
        below.make_offer(layer)
        above.make_offer(layer)
        context.at_end(self._top.close)

    @property
    def joined(self) -> bool:
        """Whether the layer below is native, so that no events go there."""
        below = layer_at(self._below)
        return below is not None and below.rooted()

    @property
    def member(self) -> GroupMember | None:
        """The group, if this is the topmost layer."""
        return self._top.member

    def send(self, data: bytes) -> None:
        """Send a message down the stack."""
        self._top.send(data)

    def look(self) -> None:
        """Re-evaluate the stack in the next turn, after the neighbours have changed."""
        if not self._waiting:
            self._waiting = True
            self._context.post(self._stand)

    def _stack(self) -> Stack | None:
        below = layer_at(self._below)
        stack = below.stack() if below is not None else None
        return self._strengthen(stack) if stack is not None else None

    def _stand(self) -> None:
        self._waiting = False
        if self._below.connected and not self.joined:
            self._unrooted()
        if layer_at(self._above) is not None or not self.joined:
            self._top.stand_on(None)
            return
        stack = self._stack()
        self._top.stand_on(stack)
        if stack is None:
            self._context.later(_LOOK_AGAIN, self._stand)  # a layer below waits for the answer of a person
