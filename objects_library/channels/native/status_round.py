# SPDX-License-Identifier: BSD-3-Clause
"""Rounds: after every view change each member reports its status, and all decide alike."""

from __future__ import annotations

from dataclasses import dataclass, field

from objects_library.channels.native.messages import ReplicaStatus, Status


@dataclass
class Round:
    """The reports of one round."""

    id: int
    members: tuple[int, ...]
    answers: dict[int, Status] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        return all(member in self.answers for member in self.members)

    def standing(self, *wanted: ReplicaStatus) -> list[int]:
        return [member for member in self.members if self._standing_of(member) in wanted]

    def best(self, standing: ReplicaStatus) -> int | None:
        """The member with the newest state among those with a status."""
        found = self.standing(standing)
        return max(found, key=self._age, default=None)

    def _age(self, member: int) -> tuple[int, int, int]:
        answer = self.answers[member]
        return answer.generation, answer.count, -self.members.index(member)

    def generation(self, member: int | None) -> int:
        return self.answers[member].generation if member is not None else -1

    def is_newer(self, former: int, ready: int | None) -> bool:
        """Whether a returning member has a newer state than the present ones."""
        if ready is None:
            return True
        one, other = self.answers[former], self.answers[ready]
        if one.generation == other.generation == 0:
            return one.count > other.count
        return one.generation > other.generation

    def _standing_of(self, member: int) -> ReplicaStatus | None:
        answer = self.answers.get(member)
        return answer.standing if answer else None
