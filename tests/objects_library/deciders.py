# SPDX-License-Identifier: BSD-3-Clause
"""Deciders for questions of trust."""

from app.runtime.trust import Answer, Question


class Says:
    """Somebody who answers every question alike, and remembers it."""

    def __init__(self, allowed: bool) -> None:
        self._allowed = allowed
        self.asked: list[Question] = []

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        return Answer(self._allowed)
