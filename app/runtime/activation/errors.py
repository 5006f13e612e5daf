# SPDX-License-Identifier: BSD-3-Clause
"""Errors of activation."""

from app.errors import LiveObjectsError


class ActivationError(LiveObjectsError):
    """A live object cannot be run, connected or reached as asked."""


class WrongThreadError(ActivationError, RuntimeError):
    """A proxy was called from a thread that is not its own."""


class EndlessEventsError(ActivationError):
    """Proxies answer each other's events without end within one turn."""


class DereferenceError(ActivationError):
    """A reference cannot be dereferenced here."""


class CyclicReferenceError(DereferenceError):
    """A reference contains itself through an external reference."""


class EndpointError(ActivationError):
    """An endpoint is missing, connected or gone, or two endpoints do not match."""


class TicketError(ActivationError):
    """A ticket is damaged, expired or of the wrong type."""


class RemoteError(ActivationError):
    """The other process cannot be reached, or violates the protocol."""


class SilentPeerError(RemoteError):
    """The other process has been silent for too long."""


class LostPeerError(RemoteError):
    """The connection to the other process was lost without a farewell."""


class HostingError(ActivationError):
    """A node refuses, or fails, to run an object for somebody else."""
