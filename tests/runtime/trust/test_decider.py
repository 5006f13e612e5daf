# SPDX-License-Identifier: BSD-3-Clause
"""The gate: stored answers count, else the user is asked, and the answer is stored as the user says."""

import json
from pathlib import Path

import pytest

from app.runtime.trust import (
    EVERYTHING,
    Answer,
    Gate,
    Identity,
    NotAllowedError,
    Permission,
    Question,
    Remember,
    TrustStore,
)

ALICE = Identity(bytes(32)).public


class Person:
    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.questions: list[Question] = []

    async def ask(self, question: Question) -> Answer:
        self.questions.append(question)
        return self.answer


@pytest.fixture
def store(tmp_path: Path) -> TrustStore:
    return TrustStore(tmp_path / "trust.json")


def question(signer: str | None = ALICE) -> Question:
    return Question(Permission.RUN_CODE, "digest", signer, "of the library Numbers")


async def passes(gate: Gate, asked: Question) -> bool:
    try:
        await gate.require(asked)
    except NotAllowedError:
        return False
    return True


@pytest.mark.parametrize("allowed", [True, False])
async def test_an_answer_for_once_is_asked_again(store: TrustStore, allowed: bool) -> None:
    person = Person(Answer(allowed))
    gate = Gate(store, person)
    assert [await passes(gate, question()) for _ in range(2)] == [allowed, allowed]
    assert len(person.questions) == 2
    assert store.answers() == []


@pytest.mark.parametrize("allowed", [True, False])
@pytest.mark.parametrize(
    ("remember", "signer", "kept"),
    [
        (Remember.THIS, ALICE, "digest"),
        (Remember.SIGNER, ALICE, EVERYTHING),
        (Remember.THIS, None, "digest"),
        (Remember.SIGNER, None, "digest"),
    ],
)
async def test_an_answer_is_kept_for_as_much_as_the_user_says(
    store: TrustStore, allowed: bool, remember: Remember, signer: str | None, kept: str
) -> None:
    person = Person(Answer(allowed, remember))
    gate = Gate(store, person)
    assert [await passes(gate, question(signer)) for _ in range(2)] == [allowed, allowed]
    assert len(person.questions) == 1
    assert [(answer.signer, answer.what) for answer in store.answers()] == [(signer, kept)]


@pytest.mark.parametrize(("remember", "again"), [(Remember.ONCE, 2), (Remember.THIS, 1), (Remember.SIGNER, 1)])
async def test_code_is_trusted_fully_as_long_as_the_user_says(
    store: TrustStore, remember: Remember, again: int
) -> None:
    person = Person(Answer(True, remember, freely=True))
    gate = Gate(store, person)
    assert [(await gate.require(question())).freely for _ in range(2)] == [True, True]
    assert len(person.questions) == again
    for answer in store.answers():
        if answer.permission is Permission.RUN_FREELY:
            store.revoke(answer)
    if remember is not Remember.ONCE:
        assert not (await gate.require(question())).freely  # still allowed, in a sandbox


async def test_to_trust_fully_is_to_allow(store: TrustStore) -> None:
    store.remember(ALICE, Permission.RUN_FREELY, EVERYTHING, True)
    assert (await Gate(store).require(question())).freely
    store.remember(ALICE, Permission.RUN_CODE, "digest", False)
    with pytest.raises(NotAllowedError):
        await Gate(store).require(question())


async def test_answers_from_before_there_were_sandboxes_mean_in_a_sandbox(tmp_path: Path) -> None:
    file = tmp_path / "trust.json"
    answer = {"signer": ALICE, "permission": "run-code", "what": "*", "allowed": True}
    answers = [{**answer, "when": "2024-05-06T07:08:09Z"}]
    file.write_text(json.dumps({"format": 1, "answers": answers}))
    file.chmod(0o600)
    assert await Gate(TrustStore(file)).require(question()) == Answer(True)


async def test_nobody_to_ask_means_no_and_how_to_allow_it(store: TrustStore) -> None:
    gate = Gate(store)
    with pytest.raises(NotAllowedError) as caught:
        await gate.require(question())
    assert str(caught.value) == (
        "nobody is here to allow it to run the code of the library Numbers (signed by 3b6a-27bc-ceb6-a42d); "
        f"run: liveobjects trust allow run-code --signer {ALICE} --what digest"
    )
    with pytest.raises(NotAllowedError, match=r"signed by nobody.*--signer nobody --what digest"):
        await gate.require(question(None))
    store.remember(ALICE, Permission.RUN_CODE, EVERYTHING, True)
    await gate.require(question())


async def test_a_refusal_says_what_was_refused(store: TrustStore) -> None:
    store.remember(ALICE, Permission.RUN_CODE, "digest", False)
    with pytest.raises(NotAllowedError, match=r"you have not allowed it to run the code of .*; see: liveobjects trust"):
        await Gate(store).require(question())


def test_every_permission_has_words() -> None:
    for permission in Permission:
        assert str(Question(permission, "x")) == f"{permission.words} x (signed by nobody)"


@pytest.mark.parametrize(
    ("title", "scope", "asked"),
    [
        ("Plans", "shared text 3cc649af01234567", "Plans"),
        ("", "shared text 3cc649af01234567", "shared text"),
        ("", "the office", "the office"),
    ],
)
async def test_a_question_about_a_scope_names_the_document(
    store: TrustStore, title: str, scope: str, asked: str
) -> None:
    person = Person(Answer(True))
    gate = Gate(store, person).for_document(lambda: title)
    await gate.require(Question(Permission.JOIN_SCOPE, "scope at lo", title=scope))
    await gate.require(question())
    assert [each.title for each in person.questions] == [asked, "of the library Numbers"]
