# SPDX-License-Identifier: BSD-3-Clause
"""Known people: found by name, key and fingerprint; cards are protected against damage."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.runtime.references import Addressee
from app.runtime.trust import Identity, People, PeopleError, TrustStoreError, card_of, fingerprint, read_card

ANN, BOB = Identity.new(), Identity.new()


@pytest.fixture
def people(tmp_path: Path) -> People:
    return People(tmp_path / "people.json")


def test_somebody_is_found_by_name_key_and_fingerprint(people: People, tmp_path: Path) -> None:
    people.add(ANN.public, "Ann")
    people.add(BOB.public, "Bob  Miller")
    other = People(tmp_path / "people.json")
    assert [each.name for each in other.all()] == ["Ann", "Bob Miller"]
    for words in ("ann", ANN.public, fingerprint(ANN.public), fingerprint(ANN.public, 8)):
        assert other.addressees([words]) == (Addressee(ANN.public, "Ann"),)
    assert other.name_of(BOB.public) == "Bob Miller"
    known = other.find("Ann")
    assert known is not None
    assert other.remove(known)
    assert not other.remove(known)
    assert people.find("Ann") is None
    assert (tmp_path / "people.json").stat().st_mode & 0o077 == 0


def test_strangers_are_named_by_their_whole_key_only(people: People) -> None:
    assert people.addressees([ANN.public]) == (Addressee(ANN.public),)
    for words in ("Ann", ANN.public[:32], fingerprint(ANN.public), "00" * 32):
        with pytest.raises(PeopleError, match="you know nobody called"):
            people.addressees([words])


def test_one_name_means_one_person(people: People) -> None:
    people.add(ANN.public, "Ann")
    people.add(ANN.public, "Ann Smith")
    assert [each.name for each in people.all()] == ["Ann Smith"]
    with pytest.raises(PeopleError, match="you know another ann smith"):
        people.add(BOB.public, "ann smith")


@pytest.mark.parametrize("name", ["", "  ", "A\N{RIGHT-TO-LEFT OVERRIDE}nn", "x" * 65, "a\x00b"])
def test_names_can_be_seen(people: People, name: str) -> None:
    with pytest.raises(PeopleError, match="the name"):
        people.add(ANN.public, name)


def test_a_card_says_whose_it_is() -> None:
    card = card_of(ANN, "Ann  of the Hill")
    assert read_card(f"  {card}\n") == Addressee(ANN.public, "Ann of the Hill")


@pytest.mark.parametrize(
    "damage",
    [
        lambda card: card[:-1],
        lambda card: card.replace("Ann", "Eve"),
        lambda card: card.replace(ANN.public, BOB.public),
        lambda card: card.replace(" 1 ", " 2 "),
        lambda card: card + "\nmore",
        lambda card: card.rpartition(" ")[0],
        lambda card: card + "x" * 1000,
        lambda card: "",
    ],
    ids=["cut", "name", "key", "version", "lines", "nameless", "long", "empty"],
)
def test_a_damaged_card_is_refused(damage: object) -> None:
    assert callable(damage)
    with pytest.raises(PeopleError):
        read_card(damage(card_of(ANN, "Ann")))


def test_a_book_that_others_can_change_is_refused(people: People, tmp_path: Path) -> None:
    people.add(ANN.public, "Ann")
    (tmp_path / "people.json").chmod(0o666)
    with pytest.raises(TrustStoreError, match="others can change the people you know"):
        People(tmp_path / "people.json").all()
