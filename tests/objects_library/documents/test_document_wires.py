# SPDX-License-Identifier: BSD-3-Clause
"""What labels, checklists, links and notes offer on wires, and what wires do with them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.runtime.activation import Node
from app.runtime.references import Reference
from tests.objects_library.copies import live, local_channel, replicated
from tests.objects_library.documents.notes import a_note
from tests.objects_library.documents.test_checklist import a_checklist, add
from tests.objects_library.documents.test_links import FILE, WEB
from tests.objects_library.documents.test_shared_label import EDIT, local
from tests.objects_library.text.pages import shared_text
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
        await bob.main.until(lambda text=text: bob.main.last("changed").startswith(text))  # type: ignore[misc]
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


async def test_links_offer_where_they_lead(nodes: list[Node]) -> None:
    web = await ports(nodes[0], a_link(WEB, "WebLink"), "link")
    file = await ports(nodes[1], a_link(FILE, "FileLink"), "link")
    await live(web.main, file.main)
    assert (web.value("address"), file.value("file")) == (None, None)
    web.main.send("set", {"part": "address", "text": "https://example.org/"})
    await web.offers("address", "https://example.org/")
    file.main.send("put", {"name": "plan.txt", "data": b"hello"})
    await file.offers("file", "plan.txt")
    file.main.send("point", "/shared/plan.pdf")
    await file.offers("file", "/shared/plan.pdf")
    file.main.send("clear")
    await file.offers("file", None)


def a_link(template: int, kind: str) -> Reference:
    return replicated(template, local_channel(f"{kind}Change", f"{kind}State", kind))


@pytest.mark.parametrize("reference", [a_note("wired"), shared_text("wired")], ids=["note", "text"])
async def test_texts_offer_what_they_say_and_append(nodes: list[Node], reference: Reference) -> None:
    endpoint = "note" if reference == a_note("wired") else "text"
    ann, bob = [await ports(node, reference, endpoint) for node in nodes]
    await live(ann.main, bob.main)
    assert ann.value("content") == bob.value("content") == ""
    ann.happen("appends", 21.5)
    ann.happen("appends", None)
    await bob.offers("content", "21.5\n")
    await ann.offers("content", "21.5\n")
    bob.happen("appends", "x" * 9_000)
    bob.happen("appends", "of another", own=False)
    await ann.offers("content", "21.5\n" + "x" * 3_999 + "…\n")
    bob.happen("appends", {"a": 1})
    await ann.at("content").until(lambda: ann.value("content").endswith("…\na: 1\n"))
    await bob.offers("content", ann.value("content"))
    late = await ports(nodes[0], reference, endpoint)
    await late.offers("content", ann.value("content"))
