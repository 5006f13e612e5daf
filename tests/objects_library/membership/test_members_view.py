# SPDX-License-Identifier: BSD-3-Clause
"""Who takes part, as a list that follows."""

from __future__ import annotations

import secrets

import pytest

from app.runtime.references import Parameterized, Primitive, ValueArgument
from tests.objects_library.viewers import look, people, unnamed

pytestmark = pytest.mark.usefixtures("qapp")
MEMBERS = 0xF21E0512B6F606068E4EF83F072A021D


async def test_members_come_and_go() -> None:
    scope = ValueArgument(f"test {secrets.token_hex(8)}")
    reference = Parameterized(Primitive(MEMBERS), (("scope", scope),))
    async with people("Ann", "Bob") as nodes:
        ann = await look(nodes[0], reference)
        assert unnamed(ann.view) == []
        await ann.sees(lambda: ann.view.rows.rowCount() == 1)
        bob = await look(nodes[1], reference)
        await ann.sees(lambda: ann.view.rows.rowCount() == 2 and "2 take part" in ann.view.summary.text())
        bob.attached.close()
        bob.proxy.close()
        await ann.sees(lambda: ann.view.rows.rowCount() == 1)
