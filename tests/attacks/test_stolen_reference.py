# SPDX-License-Identifier: BSD-3-Clause
"""A stolen reference: after a removal no copy of it gives access, whoever has it."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from pathlib import Path

import pytest

from app.cli import main
from app.runtime.references import Parameterized, Primitive, Reference, TypeArgument, ValueArgument
from app.runtime.trust import Identity
from tests.objects_library.workers import Worker, workshop

ORDERED = 0xEE479C7D1AADD5EBE520B47F8B91FAF2
SCOPE = "test of stolen references"


def owned_by(owner: str) -> Reference:
    """A channel with an owner."""
    values = {"scope": f"{SCOPE} {secrets.token_hex(8)}", "key": secrets.token_hex(32), "owner": owner}
    given = tuple((name, ValueArgument(value)) for name, value in values.items())
    return Parameterized(Primitive(ORDERED), (("T", TypeArgument("text")), *given))


def status(worker: Worker) -> dict[str, object]:
    told = worker.all("status")
    return dict(told[-1]) if told else {}


def is_live(worker: Worker) -> bool:
    told = status(worker)
    return told.get("state") == "live" and len(told["members"]) == 3  # type: ignore[arg-type]


async def test_a_stolen_reference_is_worth_nothing_after_the_removal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each is a process and a user of their own; Eve and an accomplice have the reference."""
    homes = {name: tmp_path / name for name in ("ann", "bob", "eve", "thief")}
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(homes["ann"]))
    owner = Identity.of_user().public
    async with workshop(tmp_path, owned_by(owner)) as shop:
        ann, bob, eve = await asyncio.gather(
            *(shop.start(name, "channel", "status", home=homes[name]) for name in ("ann", "bob", "eve"))
        )
        for each in (ann, bob, eve):
            each.send("status", "watch")
            await each.until(partial(is_live, each))
        ann.send("channel", "send", "before")
        await eve.receives("receive", "before")
        file = str(tmp_path / "shared.liveobject")
        assert await asyncio.to_thread(main, ["remove", file, "eve"]) == 0
        assert "eve was removed from test of stolen references" in capsys.readouterr().out
        await eve.until(lambda: "You were removed by" in str(status(eve).get("reason")))
        thief = await shop.start("bob", "channel", "status", home=homes["thief"])
        thief.send("status", "watch")
        await thief.until(lambda: "not among those" in str(status(thief).get("reason")))
        ann.send("channel", "send", "after")
        await bob.receives("receive", "after")
        eve.send("channel", "send", "forged")
        thief.send("channel", "send", "forged")
        bob.send("channel", "send", "still here")
        await ann.receives("receive", "still here")
        assert eve.all("receive") == ["before"]
        assert thief.all("receive") == []
        assert "forged" not in ann.all("receive") + bob.all("receive")
