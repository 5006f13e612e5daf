# SPDX-License-Identifier: BSD-3-Clause
"""The rule of meeting: which of several histories is continued (the trunk), and who submits what it lacks."""

from __future__ import annotations

from collections.abc import Iterable

from objects_library.channels.document.frames import Reach, Report
from objects_library.channels.native.messages import ReplicaStatus

_NOTHING = Reach(0, 0, 0)


def choose_trunk(members: Iterable[int], reports: dict[int, Report]) -> int | None:
    """The member whose history all continue; every copy finds the same one.

    A history can yield to another if that one includes all of which it has no single changes any more. Of those
    that most others can yield to, the one with most changes is the trunk: then the fewest are submitted again.
    """
    seniority = list(members)
    ready = [each for each in seniority if reports[each].standing is ReplicaStatus.READY]
    former = [each for each in seniority if reports[each].standing is ReplicaStatus.FORMER]
    candidates = ready[:1] + former  # all that are ready have one history
    if not candidates:
        return None

    def rank(candidate: int) -> tuple[int, int, bool, bytes, int]:
        report = reports[candidate]
        yielding = sum(can_yield(reports[other], report) for other in candidates)
        is_ready = report.standing is ReplicaStatus.READY
        return yielding, report.count, is_ready, report.order, -seniority.index(candidate)

    return max(candidates, key=rank)


def can_yield(one: Report, trunk: Report) -> bool:
    """Whether nothing is lost when a copy continues from another: it has every single change that is missing there."""
    return all(trunk.reach.get(origin, _NOTHING).number >= each.floor for origin, each in one.reach.items())


def responsible(members: Iterable[int], reports: dict[int, Report], trunk: int) -> dict[int, int]:
    """Of each origin with changes that the trunk lacks, the member that submits them.

    That is the origin itself, or else the most senior one of those that have most of them.
    """
    order = list(members)
    base = reports[trunk].reach
    found: dict[int, int] = {}
    owners = {reports[member].origin: member for member in order}
    best: dict[int, int] = {}
    for member in order:
        for origin, each in reports[member].reach.items():
            if each.last > max(base.get(origin, _NOTHING).number, best.get(origin, 0)):
                best[origin] = each.last
                found[origin] = owners.get(origin, member)
    return found
