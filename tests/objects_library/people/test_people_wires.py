# SPDX-License-Identifier: BSD-3-Clause
"""What chats and presence lists offer on wires, and what wires post."""

from __future__ import annotations

from app.runtime.activation import Node
from tests.objects_library.copies import live
from tests.objects_library.people.test_chat import a_chat, post
from tests.objects_library.people.test_presence import a_list
from tests.objects_library.wires import ports


async def test_a_chat_offers_messages_and_posts_what_a_wire_says(nodes: list[Node]) -> None:
    ann, bob = [await ports(node, a_chat(), "chat") for node in nodes]
    await live(ann.main, bob.main)
    for each in (ann, bob):
        assert each.events("messages") == []
    post(ann.main, "hello")
    await bob.tells("messages", ["hello"])
    bob.happen("posts", 21.5)
    bob.happen("posts", "x" * 9_000)
    bob.happen("posts", "  ")
    bob.happen("posts", "of another", own=False)
    await ann.tells("messages", ["hello", "21.5", "x" * 3_999 + "…"])
    assert [line["name"] for line in ann.main.all("said")] == ["Ann", "Bob", "Bob"]
    late = await ports(nodes[0], a_chat(), "chat")
    await live(late.main)
    assert late.events("messages") == []  # what was said before does not happen again


async def test_a_presence_list_offers_how_many_there_are_and_who_comes(nodes: list[Node]) -> None:
    ann = await ports(nodes[0], a_list(), "presence")
    assert ann.events("arrivals") == []
    await ann.offers("count", 1)
    bob = await ports(nodes[1], a_list(), "presence")
    await bob.offers("count", 2)
    await ann.offers("count", 2)
    await ann.tells("arrivals", ["Ann", "Bob"])
    bob.main.proxy.close()
    await ann.offers("count", 1)
    assert ann.events("arrivals") == ["Ann", "Bob"]
