"""A channel between computers: reliable multicast, without a server."""

from __future__ import annotations

from app.runtime.library import live_object
from objects_library.channels.native.channel import PlainChannel, T


@live_object("5d0c3a7b9e214f68a1b7c2d4e6f80913", name="Reliable channel", group="Channels")
class ReliableChannel(PlainChannel[T]):
    """Carries messages between everyone who opens it, on this computer or the local network; none is lost."""

    channel = PlainChannel.channel.stronger(provides={"reliability": "fifo, exactly once"})
    kind = "reliable"
