# SPDX-License-Identifier: BSD-3-Clause
"""The multicast engine: scopes, groups, views and batches, with the work done in C."""

from app.transport_native.errors import (
    ClosedError,
    EngineError,
    EngineNotBuiltError,
    MessageTooLargeError,
    ScopeFailedError,
    SendBufferFullError,
)
from app.transport_native.settings import LAN, LOOPBACK, Faults, Order, Partition, Policy, ScopeSettings, Slow, group_id

__all__ = [
    "LAN",
    "LOOPBACK",
    "ClosedError",
    "EngineError",
    "EngineNotBuiltError",
    "Faults",
    "MessageTooLargeError",
    "Order",
    "Partition",
    "Policy",
    "ScopeFailedError",
    "ScopeSettings",
    "SendBufferFullError",
    "Slow",
    "group_id",
]
