# SPDX-License-Identifier: BSD-3-Clause
"""A picture offers itself on a wire, and shows the one of another wire instead."""

from __future__ import annotations

import pytest

from app.runtime.activation import Node
from tests.objects_library.copies import live
from tests.objects_library.media.pictures import moving_gif, png
from tests.objects_library.media.test_image import an_image, shows
from tests.objects_library.wires import ports


@pytest.mark.usefixtures("qapp")
async def test_pictures_go_by_wire(nodes: list[Node]) -> None:
    ann, bob = [await ports(node, an_image(), "image") for node in nodes]
    await live(ann.main, bob.main)
    assert bob.value("picture") is None
    ann.main.send("put", {"title": "Sea", "data": png()})
    await bob.offers("picture", png())
    bob.put("shows", b"no picture")
    bob.put("shows", moving_gif())
    await bob.main.until(lambda: shows(bob.main, moving_gif()))
    await bob.offers("picture", moving_gif())
    ann.main.send("clear")
    await ann.offers("picture", None)
    assert shows(bob.main, moving_gif())
    bob.at("shows").connection.close()
    await bob.main.until(lambda: shows(bob.main, b""))
    await bob.offers("picture", None)
