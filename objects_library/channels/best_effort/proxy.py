# SPDX-License-Identifier: BSD-3-Clause
"""A channel that sends each message once and repairs nothing."""

from __future__ import annotations

from app.runtime.library import live_object
from app.transport_native import Policy, Slow
from objects_library.channels.native.channel import PlainChannel, T


@live_object("4c8948e5ea89ac2964ab04419a1e528f", name="Best-effort channel", group="Channels")
class BestEffortChannel(PlainChannel[T]):
    """Carries messages as fast as the network does; what is lost on the way stays lost."""

    channel = PlainChannel.channel.stronger(provides={"reliability": "at most once, fifo"})
    kind = "best effort"
    policy = Policy(slow=Slow.DROP, reliable=False)
