# SPDX-License-Identifier: BSD-3-Clause
"""Failure detection: reports suspected and returned nodes of a group."""

from __future__ import annotations

from uuid import UUID

from app.runtime.library import Endpoint, live_object
from app.transport_native.view import ViewChange
from objects_library.membership.members.proxy import GroupOfNodes


@live_object("bc365f0052f1ac71e749013f46b28816", name="Failure detection", group="Services and protocols")
class FailureDetection(GroupOfNodes):
    """Says which nodes that somebody cares about seem to have failed, and which are there."""

    failures = Endpoint()
    membership_of = "failures"

    @failures.connected
    def begin(self) -> None:
        """Join the group, so that others see this node too."""
        self._watched: dict[UUID, bool | None] = getattr(self, "_watched", {})
        self._start()

    @failures.incoming
    def watch(self, node: UUID) -> None:
        """Watch a node and report every change."""
        self._watched[node] = None
        self._look()

    @failures.incoming
    def forget(self, node: UUID) -> None:
        """Stop watching a node."""
        self._watched.pop(node, None)

    @failures.outgoing
    def suspected(self, node: UUID) -> None:
        """A node is suspected to have failed."""

    @failures.outgoing
    def trusted(self, node: UUID) -> None:
        """A node is present."""

    def _changed(self, change: ViewChange) -> None:
        self._context.set_state("live" if change.writable else "read-only")
        self._look()

    def _look(self) -> None:
        if self._member is None or self._member.last_view_change is None:
            return
        here = {UUID(bytes=member.id) for member in self._member.last_view_change.members}
        for node, before in list(self._watched.items()):
            now = node in here
            if now is not before:
                self._watched[node] = now
                (self.trusted if now else self.suspected)(node)
