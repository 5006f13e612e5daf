# SPDX-License-Identifier: BSD-3-Clause
"""An object without a view: everything that can be sent, and everything that came."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from app.runtime.references import Composite, EndpointPath, Export
from app.ui.player.generic_view import GenericView
from tests.objects_library.copies import eventually
from tests.objects_library.documents.test_shared_label import local
from tests.objects_library.viewers import people, type_text, unnamed

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
async def nodes() -> AsyncIterator[list[Node]]:
    async with people("Ann", "Bob") as made:
        yield made


async def test_what_one_sends_the_other_sees(nodes: list[Node]) -> None:
    reference = local("{name: text, size: int}", "generic")
    ann_proxy, bob_proxy = await nodes[0].dereference(reference), await nodes[1].dereference(reference)
    ann, bob = GenericView(nodes[0], ann_proxy), GenericView(nodes[1], bob_proxy)
    ann.resize(640, 400)
    ann.show()
    assert unnamed(ann) == []
    field, button = ann.senders["channel", "send"]
    fields = field.fields  # type: ignore[attr-defined]  # a record has fields
    type_text(fields["name"].line, "<b>box</b>")
    type_text(fields["size"].line, "large")
    button.click()
    assert "not a whole number" in ann.notice.text
    fields["size"].line.setText("3")
    QTest.keyClick(fields["size"].line, Qt.Key.Key_Return)
    await eventually(
        lambda: [row[1:] for row in bob.rows.texts()] == [("channel: receive", "name: <b>box</b>, size: 3")]
    )
    assert fields["name"].is_empty()
    bob.close()
    assert not bob_proxy.endpoint("channel").connected


async def test_old_lines_go(nodes: list[Node], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ui.player.generic_view._MOST", 3)
    proxy = await nodes[0].dereference(local("int", "many"))
    view = GenericView(nodes[0], proxy)
    for number in range(5):
        view._came("channel", "receive", view._node.names.parse("int"), number)  # type: ignore[arg-type]  # a value type
    assert [row[2] for row in view.rows.texts()] == ["4", "3", "2"]


async def test_ports_that_are_in_use_are_left_alone(nodes: list[Node]) -> None:
    reference = Composite((("one", local("int", "used")),), (), (Export("door", EndpointPath("one", "channel")),))
    proxy = await nodes[0].dereference(reference)
    first = GenericView(nodes[0], proxy)
    assert list(first.senders) == [("door", "send")]
    second = GenericView(nodes[0], proxy)
    assert not second.senders
    first.close()
