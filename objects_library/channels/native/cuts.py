"""Order and cuts, from the engine if it has them."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import app.transport_native as native
from app.transport_native.scope import Group
from app.transport_native.settings import Policy
from app.transport_native.view import Member


class _Order(enum.IntEnum):
    SENDER = 0
    VIEW = 1
    TOTAL = 2


ORDERS = hasattr(native, "Order")
Order: Any = getattr(native, "Order", _Order)


@dataclass(frozen=True)
class Cut:
    """A change of membership."""

    view: int
    members: tuple[Member, ...]
    joined: tuple[Member, ...]
    left: tuple[Member, ...]
    rejoined: bool
    writable: bool


def policy(order: Any, **choices: Any) -> Policy:
    """A policy with an order."""
    return Policy(**choices, **({"order": order} if ORDERS else {}))


def listen(
    group: Group, on_cut: Callable[[Any], None] | None, on_stable: Callable[[int], None] | None
) -> None:
    """Hear of cuts."""
    if ORDERS:
        any_group: Any = group
        any_group.on_cut, any_group.on_stable = on_cut, on_stable
        return
    before: list[tuple[Member, ...]] = [()]

    def members(now: tuple[Member, ...]) -> None:
        view = group.scope.view
        old, before[0] = before[0], now
        if on_cut is not None and view is not None and view.own in now:
            joined = tuple(m for m in now if m not in old)
            left = tuple(m for m in old if m not in now)
            on_cut(Cut(view.number, now, joined, left, False, not view.groups[group.number].read_only))

    group.on_members = members if on_cut is not None else None
