# SPDX-License-Identifier: BSD-3-Clause
"""Simulated lives of devices with one document: at the end all are equal, and every kept change is there once."""

from __future__ import annotations

import pytest

from app.runtime.storage.documents import limits, operations
from bench._documents.world import NOBODY, World
from objects_library.channels.document import opening
from objects_library.channels.document.transfer import DocumentTransfer


@pytest.mark.parametrize("seed", range(25))
def test_nothing_is_lost_or_doubled(seed: int) -> None:
    assert World(seed, 4 + seed % 4).run(500) == []


@pytest.mark.parametrize("seed", range(10))
def test_what_cannot_be_merged_is_kept_as_a_version(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HISTORY_MS", -(10**12))  # single changes are forgotten at once
    assert World(seed, 4).run(600) == []


def test_the_checker_finds_lost_and_doubled_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(seeds: int = 20) -> list[str]:
        return [line for seed in range(seeds) for line in World(seed, 4).run(500)]

    with monkeypatch.context() as patch:
        patch.setattr(DocumentTransfer, "_take_owed", lambda *_: None)  # what was made apart is not submitted
        assert any("lost" in line for line in found())
    with monkeypatch.context() as patch:
        patch.setattr(operations, "new_origin", lambda: 5)  # two devices have one origin
        assert found()


def test_the_checker_finds_forged_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(seeds: int = 12) -> list[str]:
        return [line for seed in range(seeds) for line in World(seed, 4).run(500)]

    with monkeypatch.context() as patch:
        patch.setattr(DocumentTransfer, "_is_sound", lambda *_: True)
        assert any("forged" in line for line in found())
    with monkeypatch.context() as patch:
        patch.setattr(opening, "_is_sound", lambda *_: True)  # what files carry is believed
        assert any("forged" in line for line in found(40))


def test_a_forged_run_does_not_end_a_merge() -> None:
    world = World(0, 2)
    for device in world.devices:
        world.start(device, alone=True)
    ann, bob = world.sessions
    for session, count in ((ann, 3), (bob, 1)):
        for _ in range(count):
            world._change_at(session)
    world.settle()
    world.merge(*world.sides)
    while not bob.replica.owed:
        world._move()
        bob.arrive()
        bob.commit()
    data, _ = world.attacker.spoilt()
    bob.outbox.clear()  # what Bob submits is late
    world.sides[0].log.append((NOBODY, data))
    while bob.read():
        pass
    assert bob.replica.refused_frames == 1
    assert bob.replica.owed
    world.settle()
    assert world.violations() == []
    assert len(bob.state or ()) == 4
