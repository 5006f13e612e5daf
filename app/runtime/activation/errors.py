"""The errors of activation: each says what is wrong and what to do about it, in one line."""

from app.errors import LiveObjectsError


class ActivationError(LiveObjectsError):
    """A live object cannot be run, connected or reached as asked."""


class WrongThreadError(ActivationError, RuntimeError):
    """A proxy was called from a thread that is not its own."""


class EndlessEventsError(ActivationError):
    """Proxies kept answering each other's events and one turn would never have ended."""


class DereferenceError(ActivationError):
    """A reference cannot be turned into a proxy here."""


class CyclicReferenceError(DereferenceError):
    """To fetch a part of a reference, that same part is needed."""


class EndpointError(ActivationError):
    """An endpoint is missing, taken or gone, or two endpoints do not match."""


class TicketError(ActivationError):
    """A ticket is damaged, expired or not of the right type."""


class RemoteError(ActivationError):
    """The other process cannot be reached, or does not keep to the protocol."""


class SilentPeerError(RemoteError):
    """The other process has given no sign of life for too long."""


class LostPeerError(RemoteError):
    """The connection to the other process has ended without a word."""


class HostingError(ActivationError):
    """A node refuses, or fails, to run an object for somebody else."""
