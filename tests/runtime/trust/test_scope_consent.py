# SPDX-License-Identifier: BSD-3-Clause
"""Joining scopes: a page asks once for each network, and what the user made is not asked about."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.runtime.references import Composite, Document, Primitive, Reference
from app.runtime.trust import (
    Answer,
    Gate,
    Identity,
    NotAllowedError,
    Permission,
    Question,
    Remember,
    ScopeConsent,
    TrustStore,
    signed,
)

ME, ANN = Identity.new(), Identity.new()
MINE, THEIRS = Primitive(0x11, 1), Primitive(0x12, 1)


class Person:
    """Answers when they are let."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.questions: list[Question] = []
        self.asked = asyncio.Event()
        self.thinking = asyncio.Event()
        self.thinking.set()

    async def ask(self, question: Question) -> Answer:
        self.questions.append(question)
        self.asked.set()
        await self.thinking.wait()
        return self.answer


def question(scope: str, network: str = "auto", signer: str | None = None, *, own: bool = False) -> Question:
    return Question(Permission.JOIN_SCOPE, f"{scope} on {network}", signer, scope, network, own)


def consent(tmp_path: Path, person: Person) -> ScopeConsent:
    return ScopeConsent(Gate(TrustStore(tmp_path / "trust.json"), person), ME.public)


async def joins(node: ScopeConsent, asked: Question, reference: Reference = THEIRS) -> bool:
    try:
        await node.require(asked, reference)
    except NotAllowedError:
        return False
    return True


@pytest.mark.parametrize("allowed", [True, False])
async def test_a_page_with_many_channels_asks_once(tmp_path: Path, allowed: bool) -> None:
    person = Person(Answer(allowed, Remember.THIS))
    person.thinking.clear()
    node = consent(tmp_path, person)
    joining = [asyncio.create_task(joins(node, question(f"part {number}"))) for number in range(14)]
    await person.asked.wait()
    person.thinking.set()
    assert await asyncio.gather(*joining) == [allowed] * 14
    assert len(person.questions) == 1
    assert await joins(node, question("dropped later")) == allowed
    assert await joins(node, question("elsewhere", "eth7")) == allowed
    assert len(person.questions) == 2
    other = consent(tmp_path, person)  # opened again: the answer was for each of them
    assert [await joins(other, question(f"part {number}")) for number in range(14)] == [allowed] * 14
    assert len(person.questions) == 2


async def test_what_this_user_signed_and_owns_is_not_asked_about(tmp_path: Path) -> None:
    person = Person(Answer(False))
    assert await joins(consent(tmp_path, person), question("mine", signer=ME.public, own=True))
    assert person.questions == []
    assert not await joins(consent(tmp_path, person), question("of somebody", signer=ME.public))
    assert not await joins(consent(tmp_path, person), question("says that it is mine", own=True))
    assert not await joins(consent(tmp_path, person), question("says so, too", signer=ANN.public, own=True))
    assert len(person.questions) == 3


async def test_a_denial_counts_for_what_is_ones_own_too(tmp_path: Path) -> None:
    person = Person(Answer(True))
    TrustStore(tmp_path / "trust.json").remember(ME.public, Permission.JOIN_SCOPE, "mine on auto", False)
    assert not await joins(consent(tmp_path, person), question("mine", signer=ME.public, own=True))


async def test_what_was_added_to_a_page_here_is_not_asked_about(tmp_path: Path) -> None:
    person = Person(Answer(False))
    origin = Document(Composite((("theirs", THEIRS),)))
    now = Document(Composite((("theirs", THEIRS), ("mine", MINE))))
    node = consent(tmp_path, person)
    node.note_edits(now, origin)
    assert not await joins(node, question("theirs", own=True), THEIRS)
    assert await joins(node, question("mine", own=True), MINE)
    assert not await joins(node, question("not mine"), MINE)
    node = consent(tmp_path, person)
    node.note_edits(now, signed(origin, ME))
    assert await joins(node, question("theirs", own=True), THEIRS)
    assert not await joins(consent(tmp_path, person), question("mine", own=True), MINE)
