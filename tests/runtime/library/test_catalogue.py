# SPDX-License-Identifier: BSD-3-Clause
"""The catalogue: versions side by side, unique id and version, hints for missing objects."""

from dataclasses import replace

import pytest

from app.runtime.library import Catalogue, Definition, Library, LibraryError
from app.runtime.types import STANDARD, ObjectType, TypeNames, parse_type


def definition(number: int, version: int, name: str = "Thing", library: str = "one", group: str = "G") -> Definition:
    return Definition(number, version, name, "", ObjectType(), group, library=library)


def library(*definitions: Definition, name: str = "one") -> Library:
    return Library(name, definitions)


def test_the_version_asked_for_or_the_lowest_higher_one() -> None:
    versions = [definition(1, version) for version in (5, 2, 3)]
    catalogue = Catalogue([library(*versions)])
    found = {wanted: catalogue.definition(1, wanted) for wanted in range(7)}
    assert {wanted: each and each.version for wanted, each in found.items()} == {
        0: 2,
        1: 2,
        2: 2,
        3: 3,
        4: 5,
        5: 5,
        6: None,
    }
    assert catalogue.definition(2) is None
    assert [each.version for each in catalogue.versions(1)] == [2, 3, 5]
    assert catalogue.versions(2) == ()


def test_the_palette_shows_the_newest_by_group_and_name() -> None:
    catalogue = Catalogue(
        [
            library(
                definition(1, 1, "old"), definition(1, 2, "b"), definition(2, 1, "A"), definition(3, 1, "z", group="A")
            )
        ]
    )
    assert [each.name for each in catalogue.definitions()] == ["z", "A", "b"]


def test_adapters_are_listed_apart() -> None:
    adapter = replace(definition(2, 1, "Encrypt"), kind="adapter")
    catalogue = Catalogue([library(definition(1, 1), adapter)])
    assert catalogue.adapters() == [adapter]


def test_two_libraries_cannot_both_have_the_same_version_of_an_object() -> None:
    catalogue = Catalogue([library(definition(1, 1))])
    other = library(definition(2, 1, library="two"), definition(1, 1, library="two"), name="two")
    with pytest.raises(LibraryError, match="the libraries one and two both have version 1 of `Thing`"):
        catalogue.add(other)
    assert catalogue.definition(2) is None
    assert [each.name for each in catalogue.libraries] == ["one"]


def test_what_fits_is_added_and_the_rest_is_said() -> None:
    catalogue = Catalogue([library(definition(1, 1))])
    other = library(definition(2, 1, "New", "two"), definition(1, 1, library="two"), name="two")
    catalogue.add_unless_conflicting(other)
    assert catalogue.definition(2) is not None
    assert [each.library for each in catalogue.versions(1)] == ["one"]
    (problem,) = catalogue.problems()
    assert problem.startswith("two: the libraries one and two both have version 1 of `Thing`; remove one")


def test_a_library_can_be_read_again() -> None:
    catalogue = Catalogue([library(definition(1, 1, "before"))])
    catalogue.add(library(definition(1, 1, "after")))
    assert [each.name for each in catalogue.definitions()] == ["after"]


def test_the_first_meaning_of_a_name_stays() -> None:
    one, two = TypeNames(STANDARD), TypeNames(STANDARD)
    one.add("Point", "{x: int}")
    two.add("Point", "{x: text}")
    two.add("Pair[T, O: object type]", "{a: T, b: reference[O]}")
    catalogue = Catalogue([Library("one", names=one), Library("two", names=two)])
    assert catalogue.names.parse("Point") == parse_type("{x: int}")
    assert catalogue.names.parse("Pair[int, Object]") == parse_type("{a: int, b: reference[Object]}")


def test_what_is_missing_says_how_to_get_it() -> None:
    catalogue = Catalogue([library(definition(1, 1, "Chart"))])
    older = catalogue.placeholder(1, 3)
    assert older.name == "Chart"
    assert older.missing == "version 3 is wanted and version 1 is here: update the library `one`"
    unknown = catalogue.placeholder(0xABC, 1, "Map")
    assert unknown.name == "Map"
    assert unknown.missing is not None
    assert "install the library that has the object 00000000000000000000000000000abc" in unknown.missing
    assert unknown.type == ObjectType()
    assert unknown.missing in unknown.description
    assert catalogue.placeholder(0xABC).name == "00000000000000000000000000000abc"
