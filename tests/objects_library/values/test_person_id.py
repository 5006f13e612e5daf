# SPDX-License-Identifier: BSD-3-Clause
"""Ids of people carry a colour and a digest of the key, and are never equal."""

from uuid import uuid4

from objects_library.values.person_id import COLOURS, colour_number, colour_of_key, key_digest, person_id


def test_one_person_in_two_objects() -> None:
    one, other = person_id("ab" * 32, 5), person_id("ab" * 32, 5)
    assert one != other
    assert colour_number(one) == colour_number(other) == 5
    assert key_digest(one) == key_digest(other)
    assert key_digest(one) != key_digest(person_id("cd" * 32, 5))
    assert (one.version, one.variant) == (8, "specified in RFC 4122")


def test_ids_of_programs_that_do_not_know_this_carry_nothing() -> None:
    assert colour_number(uuid4()) is None
    assert key_digest(uuid4()) is None
    assert colour_number("Ann") is None


def test_every_colour_is_somebodys() -> None:
    assert {colour_of_key(f"{number:064x}") for number in range(200)} == set(range(COLOURS))
