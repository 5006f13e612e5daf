# SPDX-License-Identifier: BSD-3-Clause
"""Alerts: raised once for all, since when, who took note; also when whoever raised it dies."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.runtime import references as refs
from app.runtime.activation import Node
from app.runtime.activation.errors import ActivationError
from objects_library.installed import installed_catalogue
from tests.objects_library.copies import live, local_channel, opened
from tests.objects_library.tiles.feeding import ALERT, KIND, Publisher, a_channel, sales
from tests.objects_library.viewers import look, unnamed
from tests.objects_library.workers import network_channel, workshop


def an_alert(
    feed: refs.Reference | None = None, alerts: refs.Reference | None = None, limit: float = 100.0, **values: Any
) -> refs.Reference:
    arguments: list[tuple[str, refs.Argument]] = [
        ("T", refs.TypeArgument(KIND)),
        ("Channel", refs.ReferenceArgument(feed or a_channel())),
        ("Alerts", refs.ReferenceArgument(alerts or local_channel("AlertChange", "AlertState", "alerts"))),
    ]
    said = {"title": "Too many rows", "way": "count", "limit": limit, **values}
    arguments += [(name, refs.ValueArgument(value)) for name, value in said.items()]
    return refs.Parameterized(refs.Primitive(ALERT), tuple(arguments))


@pytest.mark.usefixtures("qapp")
async def test_the_view(nodes: list[Node]) -> None:
    feed = await Publisher.opened(nodes[0])
    ann, bob = await look(nodes[0], an_alert()), await look(nodes[1], an_alert())
    assert unnamed(ann.view) == []
    assert ann.view.banner.head.text() == "All is well"
    feed.publish(sales(minutes=10))
    for each in (ann, bob):
        await each.sees(lambda each=each: each.view.banner.tone == "bad")  # type: ignore[misc]
        assert each.view.banner.head.text() == "120: more than 100"
    assert bob.body._events == ann.body._events
    assert len(ann.body._events) == 1
    QTest.mouseClick(ann.view.note_button, Qt.MouseButton.LeftButton)
    await bob.sees(lambda: "Ann took note" in bob.view.banner.detail.text())
    assert bob.view.note_button.isHidden()
    bob.view.grab()
    feed.publish(sales(minutes=1), "complete")
    await bob.sees(lambda: bob.view.banner.tone == "good")
    assert [each.kind for each in bob.body._events] == ["raised", "noted", "cleared"]
    assert "well again" in bob.view.past.text()
    bob.view.act(bob.view.take_note)
    assert "nothing is wrong" in bob.view.notice.text


async def test_hostile_and_late_changes() -> None:
    async with Node(installed_catalogue(), name="Ann") as node:
        ann = await opened(node, an_alert(), "alert")
        await live(ann)
        body = ann.body
        good = {"kind": "raised", "batch": 5, "value": 1.0, "at": sales().column("window")[0].as_py(), "by": "Eve"}
        for wrong in ({"kind": "drunk"}, {"value": float("nan")}):
            with pytest.raises(Exception, match="never"):
                body.apply_change(good | wrong)
        body.apply_change(good | {"kind": "noted"})  # nothing to take note of
        assert body._events == []
        body.apply_change(good | {"by": "E" * 9999})
        body.apply_change(good | {"kind": "cleared", "batch": 4})  # about an older batch
        body.apply_change(good | {"batch": 6})  # raised already
        assert [len(each.by) for each in body._events] == [200]
        for number in range(200):
            kind = "cleared" if number % 2 == 0 else "raised"
            body.apply_change(good | {"kind": kind, "batch": 10 + number})
        assert len(body._events) == 50
        with pytest.raises(ActivationError, match="limit"):
            await node.dereference(an_alert(limit=float("inf")))


async def test_in_processes(tmp_path: Path) -> None:
    feed = network_channel(f"TableChange[{KIND}]", f"TableState[{KIND}]")
    reference = an_alert(feed, network_channel("AlertChange", "AlertState"), limit=30.0)
    async with Node(installed_catalogue(), name="Feed") as node, workshop(tmp_path, reference) as shop:
        publisher = await Publisher.opened(node, feed)
        ann, bob, _ = await asyncio.gather(*(shop.start(name, "alert") for name in ("Ann", "Bob", "Cid")))
        publisher.publish(sales(minutes=4))
        for each in (ann, bob):
            await each.until(lambda each=each: [e["kind"] for e in each.all("events")[-1]] == ["raised"])  # type: ignore[misc]
        assert ann.all("events")[-1] == bob.all("events")[-1]
        ann.kill()
        bob.send("alert", "take_note")
        await bob.until(lambda: bob.all("events")[-1][-1]["kind"] == "noted")
        late = await shop.start("Dan", "alert")
        await late.until(lambda: late.all("events")[-1] == bob.all("events")[-1])
        publisher.publish(sales(minutes=1), "complete")
        await late.until(lambda: late.all("events")[-1][-1]["kind"] == "cleared")
