# SPDX-License-Identifier: BSD-3-Clause
"""What labels, checklists, links and notes offer on wires, and what wires do with them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.runtime.activation import Node
from tests.objects_library.copies import live, replicated
from tests.objects_library.documents.test_checklist import a_checklist, add
from tests.objects_library.documents.test_shared_label import EDIT, local
from tests.objects_library.viewers import look
from tests.objects_library.wires import ports, ports_of

LABEL = replicated(3, local(EDIT, "a label"))


async def test_a_label_offers_its_text_and_shows_what_is_wired(nodes: list[Node]) -> None:
    ann, bob = [await ports(node, LABEL, "label") for node in nodes]
    assert (ann.value("text"), bob.value("text")) == ("", "")
    await live(ann.main, bob.main)
    ann.main.send("set", "hello")
    for each in (ann, bob):
        await each.offers("text", "hello")
    first, second = (each.at("text").last("value")["cause"] for each in (ann, bob))
    assert first["id"] == second["id"]
    assert (first["own"], second["own"]) == (True, False)
    for value, text in ((0.1 + 0.2, "0.3"), (False, "✗"), ("so", "so"), (datetime(2026, 1, 2, tzinfo=UTC), "2026-01-")):
        bob.put("shows", value)
        await bob.main.until(lambda text=text: bob.main.last("changed").startswith(text))
        assert bob.value("text").startswith(text)
    ann.main.send("set", "written meanwhile")
    await ann.offers("text", "written meanwhile")
    assert bob.value("text").startswith("2026")
    bob.at("shows").connection.close()
    await bob.main.receives("changed", "written meanwhile")


@pytest.mark.usefixtures("qapp")
async def test_the_view_of_a_label_shows_what_is_wired(nodes: list[Node]) -> None:
    ann = await look(nodes[0], LABEL)
    ports_of(ann).put("shows", 12.0)
    await ann.sees(lambda: ann.view.line.text() == "12")


async def test_a_checklist_counts_tells_and_adds(nodes: list[Node]) -> None:
    ann, bob = [await ports(node, a_checklist(), "checklist") for node in nodes]
    await live(ann.main, bob.main)
    assert bob.events("ticked") == []
    milk = add(ann.main, "milk")
    ann.happen("adds", {"what": "bread"})
    ann.happen("adds", "")
    await bob.offers("open", 2)
    for done in (True, True, False, True):
        ann.main.send("tick", {"item": milk, "done": done})
    await bob.tells("ticked", ["milk", "milk"])
    await bob.offers("done", 1)
    await bob.offers("open", 1)
    ann.main.send("tidy")
    await bob.offers("done", 0)
    assert [each["text"] for _, each in bob.main.body._sequence.items()] == ["what: bread"]
