# SPDX-License-Identifier: BSD-3-Clause
"""Asking a service: the question in fields, the answer beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.runtime.references import read
from tests.gallery_copies import copy_gallery_file
from tests.objects_library.services.test_group_service import service
from tests.objects_library.viewers import Looker, look, people, type_text, unnamed

pytestmark = pytest.mark.usefixtures("qapp")


def fill_in(looker: Looker, left: str, operation: str, right: str) -> None:
    fields = looker.view.field.fields
    for name, text in (("left", left), ("operation", operation), ("right", right)):
        fields[name].clear()
        type_text(fields[name].line, text)
    QTest.keyClick(fields["right"].line, Qt.Key.Key_Return)


async def test_the_calculator_of_the_gallery_answers(tmp_path: Path) -> None:
    reference = read(copy_gallery_file("calculator_service", tmp_path)).reference
    async with people("Ann") as (node,):
        sheet = await node.dereference(reference)
        group = sheet.components["group"]
        assert group.definition is not None
        blueprint = group.definition.view()
        assert blueprint is not None
        ann = Looker(node, group, node.attach_view(group, blueprint))
        ann.view.show()
        await ann.sees(lambda: ann.view.state == "live" and ann.body._requests.servers)
        fill_in(ann, "6", "*", "7")
        await ann.sees(lambda: ann.view.rows.texts()[:1] == [("left: 6, operation: *, right: 7", "42", "Ann")])
        fill_in(ann, "1", "/", "0")
        await ann.sees(lambda: ann.view.rows.texts()[0][1].startswith("no answer: "))
        assert ann.view.rows.rowCount() == 2


async def test_nobody_serves() -> None:
    async with people("Ann") as (node,):
        ann = await look(node, service())
        assert unnamed(ann.view) == []
        type_text(ann.view.field.line, "anyone?\n")
        await ann.sees(lambda: ann.view.rows.texts()[0][1].startswith("no answer: "))
        assert ann.view.rows.texts()[0][0] == "anyone?"
