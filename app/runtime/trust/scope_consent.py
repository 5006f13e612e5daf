# SPDX-License-Identifier: BSD-3-Clause
"""Joining network scopes: a page asks once for each network, and the user's own pages do not ask."""

from __future__ import annotations

import asyncio

from app.runtime.references import Document, Reference, identity, walk
from app.runtime.trust.decider import Answer, Gate
from app.runtime.trust.errors import NotAllowedError, SignatureError
from app.runtime.trust.permissions import Question
from app.runtime.trust.signing import signer_of


class ScopeConsent:
    """The answers of one node, which runs one page.

    Whoever is met in one scope of a network could be met in any other one there. So one answer counts for
    all channels of the page, also for those of objects that come to a desktop later.
    """

    def __init__(self, gate: Gate, user: str) -> None:
        self._gate = gate
        self._user = user
        self._answers: dict[str, Answer] = {}
        self._asking: dict[str, asyncio.Lock] = {}
        self._edited: tuple[Document, Document] | None = None

    def note_edits(self, document: Document, origin: Document) -> None:
        """Take what is in a document now, and was not in it when it was opened, for made by the user."""
        self._edited = (document, origin)

    async def require(self, question: Question, reference: Reference) -> None:
        """Return if the scope may be joined; raise NotAllowedError otherwise."""
        if self._gate.is_known(question):
            self._note(question, await self._gate.require(question))
            return
        if question.own and (question.signer == self._user or self._is_made_here(reference)):
            self._note(question, Answer(True))
            return
        async with self._asking.setdefault(question.network, asyncio.Lock()):
            if question.network not in self._answers:
                self._answers[question.network] = await self._gate.answer(question)
        answer = self._answers[question.network]
        self._gate.keep(question, answer)
        if not answer.allowed:
            raise NotAllowedError(f"you have not allowed it to {question}", "open it again to be asked again")

    def _is_made_here(self, reference: Reference) -> bool:
        if self._edited is None:
            return False
        document, origin = self._edited
        wanted = identity(reference)
        return _has(document, wanted) and (self._is_signed_by_user(origin) or not _has(origin, wanted))

    def _is_signed_by_user(self, document: Document) -> bool:
        try:
            return signer_of(document) == self._user
        except SignatureError:
            return False

    def _note(self, question: Question, answer: Answer) -> None:
        self._answers.setdefault(question.network, answer)


def _has(document: Document, wanted: str) -> bool:
    return any(identity(part) == wanted for _, part in walk(document.reference))
