# SPDX-License-Identifier: BSD-3-Clause
"""A calculator: a small server for a group service, to try things and to start from."""

from dataclasses import dataclass
from uuid import UUID

from app.runtime.library import Endpoint, live_object, type_name


@type_name("Calculation")
@dataclass(frozen=True)
class Calculation:
    """Two numbers and what is to be done with them: + - * /."""

    left: float
    operation: str
    right: float


@live_object("0d6e1d1b6ab44b61a1f7f1a2c3d4e521", name="Calculator", group="Services and protocols")
class Calculator:
    """Answers calculations; wire it to a group service, and it is one of those who serve."""

    serving = Endpoint()

    @serving.incoming
    def serve(self, request: UUID, attempt: int, question: Calculation) -> None:  # noqa: ARG002 - calculating again does no harm
        """Answer a calculation, or refuse it with the reason."""
        try:
            self.answer(request, _calculated(question))
        except (ArithmeticError, ValueError) as error:
            self.refuse(request, str(error))

    @serving.outgoing
    def answer(self, request: UUID, answer: float) -> None:
        """The result."""

    @serving.outgoing
    def refuse(self, request: UUID, reason: str) -> None:
        """The calculation has no result."""


def _calculated(question: Calculation) -> float:
    left, right = question.left, question.right
    match question.operation:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right
    raise ValueError(f"there is no operation {question.operation[:20]!r}; there are + - * /")
