# SPDX-License-Identifier: BSD-3-Clause
"""Switches: on or off for everyone, by hand and by wire, also together with a shared value."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.runtime.activation import Node
from tests.objects_library.copies import live, local_channel, opened, replicated
from tests.objects_library.viewers import look, unnamed
from tests.objects_library.wires import ports

SWITCH = 0x6F2A1C7D90B84E53A1D6C0E2B7F49A14
VALUE = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E501
CHANNEL = local_channel("bool", "ValueState[bool]", "switch")


def a_switch(**values: Any) -> Any:
    return replicated(SWITCH, CHANNEL, None, **values)


async def test_wires_move_a_switch(nodes: list[Node]) -> None:
    ann, bob = [await ports(node, a_switch(), "value") for node in nodes]
    value = await opened(nodes[1], replicated(VALUE, CHANNEL, {"T": "bool"}), "value")
    await live(ann.main, bob.main, value)
    assert ann.value("on") is None
    ann.happen("toggles")
    await bob.offers("on", True)
    await value.receives("changed", True)
    for _ in range(5):  # faster than they come back
        ann.happen("toggles", 3.0)
    bob.happen("toggles", own=False)
    await bob.offers("on", False)
    assert [told["value"] for told in bob.at("on").all("value")][-5:] == [False, True, False, True, False]
    value.send("set", True)
    await ann.offers("on", True)
    bob.put("takes", True)  # it is there already
    bob.put("takes", None)
    bob.put("takes", False)
    await ann.offers("on", False)
    late = await ports(nodes[0], a_switch(), "value")
    await late.offers("on", False)
    assert [told["value"] for told in ann.at("on").all("value")][-3:] == [False, True, False]


@pytest.mark.usefixtures("qapp")
async def test_the_view(nodes: list[Node]) -> None:
    ann, bob = await look(nodes[0], a_switch(title="Light")), await look(nodes[1], a_switch())
    assert unnamed(ann.view) == unnamed(bob.view) == []
    assert ann.view.switch.accessibleName() == "Light"
    QTest.keyClick(ann.view.switch, Qt.Key.Key_Space)
    await bob.sees(lambda: bob.view.shown.text() == "On")
    QTest.mouseClick(bob.view.switch, Qt.MouseButton.LeftButton)
    await ann.sees(lambda: ann.view.shown.text() == "Off" and not ann.view.switch.isChecked())
    ann.body._replica._status({"writable": False})
    assert not ann.view.switch.isEnabled()
