# SPDX-License-Identifier: BSD-3-Clause
"""Somebody who has a shared text open and follows its deltas."""

from __future__ import annotations

import asyncio
from typing import Any

from app.runtime.activation import Node
from app.runtime.references import Reference
from tests.objects_library.copies import Copy, local_channel, replicated

TEXT, SECTIONED = 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E510, 0x0D6E1D1B6AB44B61A1F7F1A2C3D4E511


def shared_text(name: str = "t") -> Reference:
    return replicated(TEXT, local_channel("TextChange", "TextState", name))


def sectioned_text(name: str = "t", **values: Any) -> Reference:
    return replicated(SECTIONED, local_channel("SectionedChange", "SectionedState", name), **values)


class Page(Copy):
    """Knows the text from deltas alone."""

    text = ""
    sections: Copy

    def edit(self, at: int, delete: int, insert: str) -> None:
        self.send("edit", {"at": at, "delete": delete, "insert": insert})

    def _receive(self, event: str, *value: Any) -> None:
        if event == "changed":
            delta = value[0]
            assert 0 <= delta["at"] <= delta["at"] + delta["delete"] <= len(self.text)
            tail = self.text[delta["at"] + delta["delete"] :]
            self.text = self.text[: delta["at"]] + delta["insert"] + tail
        super()._receive(event, *value)

    async def reads(self, text: str) -> None:
        try:
            await self.until(lambda: self.text == text, 10)
        except TimeoutError:
            raise AssertionError(f"{self.text!r} is not {text!r}") from None

    async def long(self, length: int) -> None:
        await self.until(lambda: len(self.text) == length, 10)


async def open_page(node: Node, reference: Reference) -> Page:
    page = Page(node, await node.dereference(reference), "text")
    if "sections" in page.proxy.endpoints():
        page.sections = Copy(node, page.proxy, "sections")
    return page


async def breathe() -> None:
    for _ in range(50):
        await asyncio.sleep(0)
