# SPDX-License-Identifier: BSD-3-Clause
"""Documents: what was changed is on disk, and comes back; those who worked apart find both works when they meet."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.runtime.library import encode
from app.runtime.references import Reference
from app.runtime.storage.documents import Change, ChangeKind, document_id, limits
from app.runtime.storage.documents.carried import CarriedContent, CarriedContentError, offer
from app.runtime.storage.documents.change import first_chain, next_chain
from app.runtime.trust import Identity
from app.runtime.types import INT
from objects_library.channels.document.export import carry, documents_in
from objects_library.channels.document.frames import pack_run
from objects_library.channels.document.group import DocumentGroup
from objects_library.channels.document.signature import DocumentSigner
from objects_library.channels.native.messages import Message, pack
from tests.objects_library.channels.company import App, channel, check_return, company, join, unique_scope
from tests.objects_library.channels.document_process import DOCUMENT
from tests.objects_library.channels.partition import alone, homes

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def reference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reference:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path))
    return channel(DOCUMENT, "int", "list[int]", scope=unique_scope())


async def test_the_last_leaves_and_the_first_returns(reference: Reference) -> None:
    condition = await check_return(reference)
    assert condition["kept"]


async def test_two_have_the_same_order(reference: Reference) -> None:
    async with company(2) as nodes:
        one, two = [await join(node, reference) for node in nodes]
        for number in range(30):
            one.send(number)
            two.send(100 + number)
            if number % 5 == 0:
                await asyncio.sleep(0.001)
        states = [await each.has(60) for each in (one, two)]
        assert states[0] == states[1]
        assert sorted(states[0]) == [*range(30), *range(100, 130)]


async def test_both_sides_of_a_partition_go_on_and_are_merged(tmp_path: Path) -> None:
    reference = channel(DOCUMENT, "int", "list[int]", scope=unique_scope())
    async with homes(tmp_path) as at:
        ann, bob = await at.join("ann", reference), await at.join("bob", reference)
        for app in (ann, bob):
            await app.live(2)
        ann.send(1)
        assert await bob.has(1) == [1]
        at.cut("ann", "bob")
        await alone(ann, bob)
        apart = [[10 + number for number in range(5)], [20 + number for number in range(3)]]
        for app, numbers in zip((ann, bob), apart, strict=True):
            requests = [app.submit(number) for number in numbers]
            await app.until(lambda app=app, requests=requests: set(requests) <= set(app.accepted))  # type: ignore[misc]
        at.heal("ann", "bob")
        # Ann made more, so her history is continued, and Bob's changes are submitted to it in their order.
        assert await ann.has(9) == [1, *apart[0], *apart[1]]
        assert await bob.has(9) == ann.state
        await at.leave("ann")
        await at.leave("bob")
        assert await (await at.join("bob", reference)).has(9) == [1, *apart[0], *apart[1]]


@contextmanager
def program(home: Path, *words: object) -> Iterator[dict[str, Any]]:
    """What a program says that has a document open; it is killed, without any chance to close it."""
    command = [sys.executable, "-m", "tests.objects_library.channels.document_process", *map(str, words)]
    environment = {**os.environ, "LIVEOBJECTS_HOME": str(home)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as process:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())
        process.kill()


def test_what_was_kept_is_there_after_a_kill(tmp_path: Path) -> None:
    scope = unique_scope()
    with program(tmp_path, scope, 0, 1, 2, 3) as said:
        assert said["state"] == [1, 2, 3]
    with program(tmp_path, scope, 3, 4) as said:
        assert said["state"] == [1, 2, 3, 4]


def group_of(app: App) -> DocumentGroup:
    """The part of a node in its document."""
    body: Any = app.proxy._life.body
    group = body._replicated_group
    assert isinstance(group, DocumentGroup)
    return group


class Eve:
    """Somebody with the key of the scope, who sends whatever she likes."""

    def __init__(self, app: App) -> None:
        self.app, self.group = app, group_of(app)
        self.signer = DocumentSigner(self.group.document, Identity.new())
        self.origin = 77

    def changes(self, *numbers: int, author: bytes = b"", document: bytes = b"", origin: int = 0) -> list[Change]:
        author, document, origin = author or self.signer.author, document or self.group.document, origin or self.origin
        chain, made = first_chain(document, origin, author), list[Change]()
        for place, number in enumerate(numbers, 1):
            body = encode(INT, number)
            chain = next_chain(chain, ChangeKind.CHANGE, 5, body)
            made.append(Change(origin, place, author, 5, ChangeKind.CHANGE, body, chain))
        made[-1] = replace(made[-1], signature=DocumentSigner(document, self.signer._identity).sign(made[-1]))
        return made

    def send(self, changes: list[Change], document: bytes = b"") -> None:
        before = first_chain(document or self.group.document, changes[0].origin, changes[0].author)
        self.group.member.send(pack_run(changes, before))


async def test_what_is_forged_is_refused_and_harms_nobody(tmp_path: Path) -> None:
    reference = channel(DOCUMENT, "int", "list[int]", scope=unique_scope())
    async with homes(tmp_path) as at:
        ann, bob = await at.join("ann", reference), await at.join("bob", reference)
        for app in (ann, bob):
            await app.live(2)
        ann.send(1)
        await bob.has(1)
        eve, victim = Eve(bob), group_of(ann)
        as_ann = victim._signer.author
        eve.send(eve.changes(666, author=as_ann))  # another's name, her own signature
        eve.send(eve.changes(667, author=as_ann, origin=victim.replica.origin))  # another's origin
        elsewhere = document_id("elsewhere")
        eve.send(eve.changes(668, document=elsewhere), elsewhere)  # signed for another document
        eve.send([replace(each, body=encode(INT, 669)) for each in eve.changes(1)])  # another body than was signed
        eve.send([replace(each, number=3, chain=each.chain) for each in eve.changes(670)])  # a gap in her numbers
        eve.group.member.send(b"\x0a" + secrets.token_bytes(300))
        eve.group.member.send(pack(Message(1, 1, b"unsigned")))
        long = pack_run(eve.changes(1), first_chain(eve.group.document, 77, eve.signer.author))
        eve.group.member.send(long[:17] + (1 << 31).to_bytes(4, "little") + long[21:])  # an endless run
        good = eve.changes(2, 3)
        eve.send(good)
        assert await ann.has(3) == [1, 2, 3]
        eve.send(good)  # a replay
        eve.send(eve.changes(9, 9, 9))  # another history of the same origin
        bob.send(4)
        assert await ann.has(4) == await bob.has(4) == [1, 2, 3, 4]
        assert victim.replica.refused_frames == group_of(bob).replica.refused_frames == 7
        assert victim.replica.past == group_of(bob).replica.past


async def test_rubbish_instead_of_a_state_is_refused(tmp_path: Path) -> None:
    reference = channel(DOCUMENT, "int", "list[int]", scope=unique_scope())
    async with homes(tmp_path) as at:
        ann = await at.join("ann", reference)
        ann.send(1)
        await ann.has(1)
        group = group_of(ann)
        group.replica.submit(b"rubbish", None, ChangeKind.RESET)
        group.reset([5, 6])
        assert await ann.has(2) == [5, 6]
        ann.send(7)
        assert await ann.has(3) == [5, 6, 7]
        assert group.replica.refused_frames == 1
        await at.leave("ann")
        ann = await at.join("ann", reference)
        assert await ann.has(3) == [5, 6, 7]
        versions = await group_of(ann).keeper._store.versions(group_of(ann).document)
        assert any("restored" in version.name for version in versions)


async def test_a_second_program_takes_over_when_the_first_is_gone(tmp_path: Path) -> None:
    scope = unique_scope()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIVEOBJECTS_HOME", str(tmp_path))
        async with company(1) as (node,):
            with program(tmp_path, scope, 0, 1, 2) as said:
                assert said["state"] == [1, 2]
                app = await join(node, channel(DOCUMENT, "int", "list[int]", scope=scope))
                await app.live(2)
                assert await app.has(2) == [1, 2]
                assert app.condition["kept"]
                assert "another program" in app.condition["kept_reason"]
                app.submit(3)
                await app.until(lambda: len(app.accepted) == 1)
            await app.until(lambda: "kept_reason" not in app.condition)
            app.submit(4)
            await app.until(lambda: len(app.accepted) == 2)
        async with company(1) as (node,):
            again = await join(node, channel(DOCUMENT, "int", "list[int]", scope=scope))
            assert await again.has(4) == [1, 2, 3, 4]


async def test_a_full_disk_is_said_and_the_work_goes_on(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(small_disk))
    monkeypatch.setattr(limits, "RETRY_SECONDS", 0.05)
    reference = channel(DOCUMENT, "bytes", "list[bytes]", scope=unique_scope())
    async with company(1) as (node,):
        app = await (await join(node, reference)).live()
        app.submit(b"first")
        await app.until(lambda: len(app.accepted) == 1)
        filler = small_disk / "filler"
        filler.write_bytes(bytes(shutil.disk_usage(small_disk).free))
        app.submit(b"x" * 60_000)
        await app.until(lambda: not app.condition["kept"])
        assert app.condition["kept_reason"] == "the disk is full"
        assert app.condition["writable"]
        assert len(await app.has(2)) == 2
        assert len(app.accepted) == 1
        filler.unlink()
        await app.until(lambda: len(app.accepted) == 2)
        await app.until(lambda: app.condition["kept"])
    async with company(1) as (node,):
        assert len(await (await join(node, reference)).has(2)) == 2


async def test_a_mailed_copy_shows_its_content_and_is_merged(tmp_path: Path) -> None:
    reference = channel(DOCUMENT, "int", "list[int]", scope=unique_scope())
    (document,) = documents_in(reference)
    async with homes(tmp_path) as at:
        ann = await at.join("ann", reference)
        for number in (1, 2, 3):
            ann.send(number)
        await ann.has(3)
        with at.home("ann"):
            (content,) = await carry([document], at.nodes["ann"].identity)
        data = content.pack()
        ann.send(4)
        await ann.has(4)
        await at.leave("ann")
        offer(CarriedContent.unpack(data))  # Bob opens the file while Ann is away
        bob = await at.join("bob", reference)
        assert await bob.has(3) == [1, 2, 3]
        assert group_of(bob).carried_problem is None
        bob.send(5)
        await bob.has(4)
        ann = await at.join("ann", reference)
        assert sorted(await ann.has(5)) == [1, 2, 3, 4, 5]
        assert await bob.has(5) == ann.state
        await at.leave("bob")
        offer(CarriedContent.unpack(data))  # the old file again: all of it is known
        bob = await at.join("bob", reference)
        assert await bob.has(5) == ann.state
        assert not group_of(bob).apart


async def test_a_changed_copy_is_refused(tmp_path: Path) -> None:
    reference = channel(DOCUMENT, "int", "list[int]", scope=unique_scope())
    (document,) = documents_in(reference)
    async with homes(tmp_path) as at:
        ann = await at.join("ann", reference)
        ann.send(1)
        await ann.has(1)
        with at.home("ann"):
            (content,) = await carry([document], at.nodes["ann"].identity)
        offer(replace(content, state=content.state[:-1] + b"\x07"))
        bob = await at.join("bob", reference)
        assert await bob.has(1) == [1]  # from Ann, who is there
        assert "not used" in str(group_of(bob).carried_problem)
    with pytest.raises(CarriedContentError):
        CarriedContent.unpack(content.pack()[:-3])
