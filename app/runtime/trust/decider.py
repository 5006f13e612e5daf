# SPDX-License-Identifier: BSD-3-Clause
"""Decisions on permissions: who is asked, and what happens with the answer."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from app.runtime.trust.errors import NotAllowedError
from app.runtime.trust.permissions import Permission, Question
from app.runtime.trust.store import EVERYTHING, TrustStore

_NUMBER = re.compile(r" [0-9a-f]{16}\Z")
"""The random number at the end of a generated scope name."""


class Remember(Enum):
    """The scope of an answer."""

    ONCE = "once"
    THIS = "this"
    SIGNER = "signer"


@dataclass(frozen=True)
class Answer:
    """The user's answer, and its scope."""

    allowed: bool
    remember: Remember = Remember.ONCE
    freely: bool = False
    """Whether code may run outside of its sandbox, with all rights of the user."""


class Decider(Protocol):
    """Asks the user; a window does it with a dialogue."""

    async def ask(self, question: Question) -> Answer:
        """Return the user's answer to a question."""


class HeadlessDecider:
    """Denies everything without a user; the refusal tells how to allow it beforehand."""

    async def ask(self, question: Question) -> Answer:
        """Deny."""
        raise NotAllowedError(
            f"nobody is here to allow it to {question}", f"run: {shlex.join(['liveobjects', *_allowing(question)])}"
        )


def _allowing(question: Question) -> list[str]:
    """The arguments of the command line that allow it."""
    signer = question.signer or "nobody"
    what = [f"--what={question.what}"] if question.what.startswith("-") else ["--what", question.what]
    return ["trust", "allow", question.permission.value, "--signer", signer, *what]


class Gate:
    """The gate for everything that needs permission: stored answers count, else the user is asked."""

    def __init__(
        self, store: TrustStore, decider: Decider | None = None, document_title: Callable[[], str] = str
    ) -> None:
        self._store = store
        self._decider = decider or HeadlessDecider()
        self._document_title = document_title

    def for_document(self, title: Callable[[], str]) -> Gate:
        """The same gate for one document: a question about its scope names the document for people."""
        return Gate(self._store, self._decider, title)

    async def require(self, question: Question) -> Answer:
        """Return the answer if it is allowed; raise NotAllowedError otherwise."""
        answer = await self.answer(question)
        if not answer.allowed:
            raise NotAllowedError(f"you have not allowed it to {self._titled(question)}", "see: liveobjects trust")
        return answer

    async def answer(self, question: Question) -> Answer:
        """Return the stored answer, or ask the user and store theirs."""
        question = self._titled(question)
        known = self._store.find(question.signer, question.permission, question.what)
        freely = self._is_free(question)
        if known is not None:
            answer = Answer(known.allowed, freely=known.allowed and freely)
        elif freely:
            answer = Answer(True, freely=True)
        else:
            answer = await self._decider.ask(question)
            self.keep(question, answer)
        return answer

    def _titled(self, question: Question) -> Question:
        """A scope is named by its document, else without the random number that makes it unique."""
        if question.permission is not Permission.JOIN_SCOPE:
            return question
        return replace(question, title=self._document_title() or _NUMBER.sub("", question.title))

    def is_known(self, question: Question) -> bool:
        """Whether the user has answered it before."""
        return self._store.find(question.signer, question.permission, question.what) is not None

    def _is_free(self, question: Question) -> bool:
        """Whether the user trusts code fully; no answer means no."""
        if question.permission is not Permission.RUN_CODE:
            return False
        known = self._store.find(question.signer, Permission.RUN_FREELY, question.what)
        return known is not None and known.allowed

    def keep(self, question: Question, answer: Answer) -> None:
        """Store an answer, as far as the user said."""
        if answer.remember is Remember.ONCE:
            return
        # An unsigned object gives no reason to trust the next unsigned one.
        whole = answer.remember is Remember.SIGNER and question.signer is not None
        what = EVERYTHING if whole else question.what
        self._store.remember(question.signer, question.permission, what, answer.allowed)
        if answer.allowed and answer.freely and question.permission is Permission.RUN_CODE:
            self._store.remember(question.signer, Permission.RUN_FREELY, what, True)
