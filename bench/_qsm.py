# SPDX-License-Identifier: BSD-3-Clause
"""Published results of QSM, the system that the engine follows, from chapter 4 of its dissertation.

The figures are pictures; where the text gives the fitted model with its parameters, the curve is computed
from that. 1,000-byte messages, one sender, processors of 1.3 GHz, a network of 100 Mbit/s.
"""

from __future__ import annotations

from collections.abc import Sequence

NODES = (2, 25, 50, 75, 100, 125, 150, 175, 200)
LATENCY = 0.0115
"""Seconds from sending to receiving, estimated from Figure 4.41."""
_TOKEN_EVERY = 1.0  # s
_OTHER_DELAYS = 0.122  # s
_AT_SENDER, _AT_RECEIVER = 0.1914, 0.0034  # s that a token is held
_BASE_MEMORY = 20.311  # MB
_COPIES = 2.5  # objects in memory per pending message
_MESSAGE = 0.001  # MB
_PER_MEGABYTE, _PER_MESSAGE = 0.003, 110e-6  # processor time, from Figure 4.55


def token_round_trip(nodes: int) -> float:
    """Seconds; Equation 4.5, which follows Figure 4.24."""
    return _AT_SENDER + (nodes - 1) * _AT_RECEIVER


def acknowledge(nodes: int) -> float:
    """Seconds until a message is acknowledged; Equation 4.4, which follows Figure 4.24."""
    return LATENCY + _TOKEN_EVERY / 2 + token_round_trip(nodes) + _OTHER_DELAYS


def throughput(nodes: int) -> float:
    """Messages/s of one sender; Equation 4.10, which follows Figures 4.18 and 4.55."""
    waiting = _COPIES * _MESSAGE * _PER_MEGABYTE * acknowledge(nodes)
    return (1 - _PER_MEGABYTE * _BASE_MEMORY) / (_PER_MESSAGE + waiting)


def sender_memory(nodes: int) -> float:
    """Megabytes; Equations 4.2 and 4.3, which follow Figures 4.23 and 4.50."""
    return _BASE_MEMORY + throughput(nodes) * acknowledge(nodes) * _COPIES * _MESSAGE


def curve(of: object, nodes: Sequence[int] = NODES) -> list[tuple[float, float]]:
    """Points of one of the functions above."""
    assert callable(of)
    return [(count, of(count)) for count in nodes]


MEMORY_OF_8192_GROUPS = 360.0
"""MB at the peak, with 8,192 groups; "instability" from 3,500 groups on (section 4.3.5, Figure 4.44)."""
MOST_SENT, MOST_RECEIVED = 8000, 9500
"""Messages/s that a node can send and receive (section 6; Figures 4.18 and 4.19)."""
