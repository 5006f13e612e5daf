# SPDX-License-Identifier: BSD-3-Clause
"""The events that all hosting platforms send."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.runtime.library import Endpoint
from objects_library.hosting.hosting_platform.host_link import Node


@dataclass
class Hosted:
    """An object that runs on a node."""

    id: UUID
    node: UUID
    state: str
    failure: str = ""


Nodes = list[Node]
Proxies = list[Hosted]
Reports = list[dict[str, Any]]
"""Aliases, because inside the classes of platforms `list` is an event."""


class HostingEvents:
    """The common base of platforms; subclasses add the incoming events."""

    hosting = Endpoint()
    access = Endpoint()

    @access.outgoing
    def unreachable(self, reason: str) -> None:
        """A host is unreachable for now."""

    @hosting.outgoing
    def started(self, request: UUID, proxy: UUID, node: UUID, tickets: dict[str, str]) -> None:
        """The object runs; its endpoints are reachable with these tickets."""

    @hosting.outgoing
    def stopped(self, request: UUID, proxy: UUID) -> None:
        """The object has ended."""

    @hosting.outgoing
    def moved(self, request: UUID, proxy: UUID, node: UUID, tickets: dict[str, str]) -> None:
        """The object runs on another node; these are its new tickets."""

    @hosting.outgoing
    def listed(self, request: UUID, proxies: Proxies, nodes: Nodes) -> None:
        """Running objects, and available nodes."""

    @hosting.outgoing
    def refused(self, request: UUID, reason: str) -> None:
        """A request was refused."""

    @hosting.outgoing
    def changed(self, hosted: Hosted) -> None:
        """The state of an object has changed."""

    @hosting.outgoing
    def nodes(self, nodes: Nodes) -> None:
        """The available nodes."""
