# SPDX-License-Identifier: BSD-3-Clause
"""A channel with total order."""

from __future__ import annotations

from app.runtime.library import live_object
from objects_library.channels.native.channel import T
from objects_library.channels.native.stateful_channel import OrderedBase


@live_object("ee479c7d1aadd5ebe520b47f8b91faf2", name="Ordered channel", group="Channels")
class OrderedChannel(OrderedBase[T]):
    """Everyone hears everything, in one and the same order, also when whoever gave the order dies."""
