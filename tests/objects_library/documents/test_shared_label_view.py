# SPDX-License-Identifier: BSD-3-Clause
"""The label at two views: each key reaches the other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.runtime.references import Parameterized, Primitive, Reference, ReferenceArgument
from tests.objects_library.documents.test_shared_label import EDIT, local
from tests.objects_library.viewers import look, people, type_text, unnamed

pytestmark = pytest.mark.usefixtures("qapp")


def label() -> Reference:
    return Parameterized(Primitive(3), (("Channel", ReferenceArgument(local(EDIT, "label view"))),))


async def test_each_key_reaches_the_other() -> None:
    async with people("Ann", "Bob") as nodes:
        ann, bob = await look(nodes[0], label()), await look(nodes[1], label())
        assert unnamed(ann.view) == []
        type_text(ann.view.line, "Hello")
        await bob.sees(lambda: bob.view.line.text() == "Hello")
        bob.view.line.setCursorPosition(0)
        type_text(bob.view.line, "Oh. ")
        await ann.sees(lambda: ann.view.line.text() == "Oh. Hello")
        late = await look(nodes[0], label())
        await late.sees(lambda: late.view.line.text() == "Oh. Hello")
        assert late.view.line.alignment() == Qt.AlignmentFlag.AlignCenter
        late.proxy.close()
        assert late.view.line.isReadOnly()
