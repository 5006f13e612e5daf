# SPDX-License-Identifier: BSD-3-Clause
"""A film that is dropped on a desktop becomes a video there, shown from where it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, QUrl

from tests.objects_library.desktops.desks import desk
from tests.objects_library.media.films import VIDEO, a_film
from tests.objects_library.viewers import look, people


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
