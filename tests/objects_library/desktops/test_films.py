# SPDX-License-Identifier: BSD-3-Clause
"""A film that is dropped on a desktop becomes a video there, shown from where it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, QUrl

from app.runtime.references import Parameterized, ReferenceArgument, ValueArgument
from objects_library.values.films import film_reference
from tests.objects_library.desktops.desks import desk
from tests.objects_library.media.films import VIDEO, a_film
from tests.objects_library.viewers import look, people
from tests.objects_library.workers import network_channel


@pytest.mark.usefixtures("qapp")
async def test_a_film_on_a_desktop(tmp_path: Path) -> None:
    film = a_film(tmp_path / "Trip.webm", seconds=0.5)
    async with people("Ann", "Bob") as nodes:
        ann, bob = await look(nodes[0], desk("films")), await look(nodes[1], desk("films"))
        dropped = QMimeData()
        dropped.setUrls([QUrl.fromLocalFile(str(film))])
        ann.view._take_in(dropped, QPointF(10, 20))
        await bob.sees(lambda: bob.view.canvas.pieces)
        (piece,) = bob.view.canvas.pieces.values()
        assert (piece.item.kind, piece.item.title) == ("object", "Trip")
        (reference,) = piece.item.reference
        assert reference.template.id == VIDEO
        given = dict(reference.arguments)
        assert (given["source"].value, given["film"].value) == ("film", str(film))
        nodes[0].require_sound(reference)


def test_it_reaches_as_far_as_what_it_lies_on() -> None:
    channel = network_channel("DesktopChange", "DesktopState")
    assert isinstance(channel, Parameterized)
    far = Parameterized(channel.template, (*channel.arguments, ("network", ValueArgument("auto"))))
    beside = Parameterized(channel.template, (("Channel", ReferenceArgument(far)),))
    made = film_reference("/x.mp4", beside)
    assert isinstance(made, Parameterized)
    for name in ("Channel", "Frames"):
        under = dict(made.arguments)[name]
        assert isinstance(under, ReferenceArgument)
        assert isinstance(under.reference, Parameterized)
        assert dict(under.reference.arguments)["network"] == ValueArgument("auto")
    plain = film_reference("/x.mp4", channel)
    assert isinstance(plain, Parameterized)
    assert film_reference("/x.mp4") != film_reference("/x.mp4")  # each has a place of its own
