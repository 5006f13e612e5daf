# SPDX-License-Identifier: BSD-3-Clause
"""A channel with total order and state transfer."""

from __future__ import annotations

from typing import Generic

from app.runtime.library import live_object
from objects_library.channels.checkpointed.events import CheckpointEvents
from objects_library.channels.native.channel import T
from objects_library.channels.native.stateful_channel import S


@live_object(
    "3aab058c9650e0d3fec9974dad698eb2", name="Checkpointed channel", group="Channels", limits="state up to 1 GB"
)
class CheckpointedChannel(CheckpointEvents[T, S], Generic[T, S]):
    """One order for all; whoever comes later gets the state as it is, and then exactly what follows."""
