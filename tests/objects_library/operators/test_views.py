# SPDX-License-Identifier: BSD-3-Clause
"""The block of an operator shows what comes in, the rule, what goes out, and mistakes in words."""

from __future__ import annotations

import pytest

from app.runtime.activation import Node
from objects_library.installed import installed_catalogue
from objects_library.widgets.operator_view import in_figures
from tests.objects_library.operators.wired import Wired, reference_of
from tests.objects_library.viewers import look, unnamed

pytestmark = pytest.mark.usefixtures("qapp")


async def test_a_block_shows_input_rule_and_output(nodes: list[Node]) -> None:
    ann = await look(nodes[0], reference_of("Formula", formula="a * b"))
    wired = Wired(nodes[0], ann.proxy)
    assert unnamed(ann.view) == []
    assert ann.view.output.text() == "–"
    wired.offer("a", 1234.5)
    wired.offer("b", 2.0)
    await ann.sees(lambda: ann.view.output.text() == in_figures(2469.0, ann.view.locale()))
    shown = [label.text() for label in ann.view.inputs if label.isVisibleTo(ann.view)]
    assert shown == [f"a: {in_figures(1234.5, ann.view.locale())}", "b: 2"]
    assert ann.view.rule.text() == "↓  a * b"
    wired.offer("b", "<b>two</b>")
    await ann.sees(lambda: ann.view.trouble.text() == "“*” cannot be computed with these values.")
    assert ann.view.output.text() == "–"
    wired.offer("b", 0.0)
    await ann.sees(lambda: not ann.view.trouble.isVisibleTo(ann.view))
    assert ann.view.output.text() == "0"


async def test_a_mistake_is_shown_before_anything_comes_in(nodes: list[Node]) -> None:
    ann = await look(nodes[0], reference_of("Formula", formula="a + {detail} x"))
    assert ann.view.trouble.text() == "The formula cannot be read from “{detail} x” on."


async def test_every_operator_has_a_view_that_shows_it(nodes: list[Node]) -> None:
    names = [each.name for each in installed_catalogue().definitions() if each.group == "Operators"]
    assert len(names) == 30
    for name in names:
        generic = {"T": "float"} if name in _GENERIC else None
        looker = await look(nodes[0], reference_of(name, generic))
        assert unnamed(looker.view) == []
        assert not looker.view.trouble.isVisibleTo(looker.view), name
        looker.view.close()


_GENERIC = {
    "If … else", "When it changes", "Sample and hold", "Last event", "Merge", "Split", "Pick a field",
    "Value from a column",
}  # fmt: skip
