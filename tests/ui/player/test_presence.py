# SPDX-License-Identifier: BSD-3-Clause
"""The faces in the header: two people with one name have two colours."""

from pytestqt.qtbot import QtBot

from app.ui.person import Person
from app.ui.player.presence import Presence
from app.ui.theme import Theme
from objects_library.values.person_id import person_id


def test_two_people_with_one_name_have_two_colours(theme: Theme, qtbot: QtBot) -> None:
    faces = Presence(theme)
    qtbot.addWidget(faces)
    people = [Person("Ann", person_id(key * 64, 3)) for key in "abc"]  # all have chosen the same
    faces.show_people(people[0], people[1:], 3)
    assert len(set(faces.colours())) == 3
    assert faces.colours()[0] == 3
    assert faces.words == "Here now: you (Ann), Ann, Ann"


def test_a_chosen_colour_is_kept(theme: Theme, qtbot: QtBot) -> None:
    faces = Presence(theme)
    qtbot.addWidget(faces)
    faces.show_people(Person("Ann", person_id("a" * 64, 6)), [Person("Bob", person_id("b" * 64, 6))], 2)
    assert faces.colours() == [6, 6]
