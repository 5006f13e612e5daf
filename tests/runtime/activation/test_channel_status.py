# SPDX-License-Identifier: BSD-3-Clause
"""The status of channels under a proxy, for code outside of proxies."""

import asyncio

from app.runtime.activation import Node, State
from app.runtime.activation.channel_status import channel_statuses, proxies_under
from app.runtime.references import Composite, Parameterized, Primitive, ReferenceArgument, TypeArgument, ValueArgument
from objects_library.installed import installed_catalogue

_CHANNEL = Parameterized(
    Primitive(0x4F0C52D1A96E4D0FB8F2D5C8A1E37B66),
    (("T", TypeArgument("int")), ("S", TypeArgument("int")), ("name", ValueArgument("status"))),
)
_COUNTER = Parameterized(Primitive(0x0D6E1D1B6AB44B61A1F7F1A2C3D4E502), (("Channel", ReferenceArgument(_CHANNEL)),))


async def test_the_status_is_read_whether_somebody_watches_it_or_not() -> None:
    async with Node(installed_catalogue()) as node:
        alone = await node.dereference(_CHANNEL)
        assert not alone.endpoint("status").connected
        assert [each["state"] for each in channel_statuses(node, alone)] == ["live"]
        assert not alone.endpoint("status").connected  # asking leaves nothing behind
        sheet = await node.dereference(Composite((("a", _COUNTER), ("b", _COUNTER))))
        live = asyncio.Event()
        sheet.watch(lambda state: live.set() if state == State.LIVE else None)
        if sheet.state != State.LIVE:
            await live.wait()
        assert len(list(proxies_under(sheet))) == 5  # two counters with a channel each
        assert all(each.endpoint("status").connected for each in proxies_under(sheet) if each.endpoints().get("status"))
        assert [each["state"] for each in channel_statuses(node, sheet)] == ["live", "live"]
        sheet.close()
        assert channel_statuses(node, sheet) == []
