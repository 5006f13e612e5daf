# SPDX-License-Identifier: BSD-3-Clause
"""The condition of a sheet in words: alone, kept, failed, waiting."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QLocale, QTime

from app.runtime.activation import State
from app.runtime.references import Path as ObjectPath
from app.runtime.references import read
from app.ui.execution import RunningSheet
from app.ui.execution.channel_status import ChannelCondition, Meeting, kept_state
from app.ui.execution.wait_reasons import waiting_words
from app.ui.person import Person
from app.ui.player.condition import is_apart, kept_words, state_words
from app.ui.player.window import PlayerWindow
from app.ui.theme import Theme
from tests.gallery_copies import copy_gallery_file
from tests.ui.event_processing import until

ALONE = ChannelCondition("plans", "eth0", stateful=True, members=1)
LOCAL = ChannelCondition("plans", "lo", stateful=True, members=1)
TOGETHER = ChannelCondition("plans", "eth0", stateful=True, members=2)
KEPT = ChannelCondition("plans", "eth0", stateful=True, kept=True)
FULL = ChannelCondition("plans", "eth0", stateful=True, kept=False, kept_reason="the disk is full")
SHORT = QLocale.FormatType.ShortFormat
PLAIN = ChannelCondition("ticks", "eth0", stateful=False)


@dataclass
class Conditions:
    """What the words are made of; a network to be alone on is not on every machine."""

    whole: State = State.LIVE
    found: list[ChannelCondition] = field(default_factory=list)
    others: tuple[Person, ...] = ()
    reason: str = ""

    def overall(self) -> State:
        return self.whole

    def channels(self) -> list[ChannelCondition]:
        return self.found

    def people(self) -> tuple[Person, ...]:
        return self.others

    def members(self) -> int | None:
        return None

    def paths(self) -> list[ObjectPath]:
        return [()]

    def failure(self, _path: ObjectPath) -> str:
        return self.reason

    def state(self, _path: ObjectPath) -> State:
        return self.whole


def sheet(*channels: ChannelCondition, **more: object) -> RunningSheet:
    return cast(RunningSheet, Conditions(found=list(channels), **more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (sheet(), "live"),
        (sheet(ALONE), "live, nobody else yet"),
        (sheet(ALONE, LOCAL), "live, nobody else yet"),
        (sheet(LOCAL), "live, only on this computer"),
        (sheet(ALONE, TOGETHER), "live"),
        (sheet(ALONE, others=(Person("Bob"),)), "live"),
        (sheet(ALONE, whole=State.READ_ONLY), "read-only"),
    ],
)
def test_live_and_who_else(shown: RunningSheet, words: str) -> None:
    assert state_words(shown) == words


def test_who_works_apart_says_since_when_and_what_was_merged() -> None:
    now = datetime.now(UTC)
    apart = replace(ALONE, apart_since=now.astimezone().replace(hour=0, minute=0))
    assert state_words(sheet(apart, TOGETHER)) == f"working apart since {QLocale().toString(QTime(0, 0), SHORT)}"
    assert state_words(sheet(apart, others=(Person("Bob"),))).startswith("working apart since")
    assert is_apart(sheet(KEPT, apart))
    longer = replace(ALONE, apart_since=datetime(2021, 3, 4, 14, 5, tzinfo=UTC))
    assert "21" in state_words(sheet(apart, longer))  # the first of them, with its date
    met = replace(TOGETHER, met=Meeting(now, 3, 2))
    assert state_words(sheet(met, met)) == "together again; merged: 6 from others, 4 from you"
    assert state_words(sheet(replace(TOGETHER, met=Meeting(now, 0, 0)))) == "together again; nothing had changed"
    assert state_words(sheet(replace(TOGETHER, met=Meeting(now - timedelta(minutes=5), 3, 2)))) == "live"
    assert not is_apart(sheet(met))


def test_a_failure_says_why() -> None:
    failed = sheet(whole=State.FAILED, reason="no such network; connect to it")
    assert state_words(failed) == "failed: no such network; connect to it"


@pytest.mark.parametrize(
    ("shown", "words", "kept", "failure"),
    [
        (sheet(PLAIN), "", True, False),
        (sheet(KEPT, PLAIN), "kept", True, False),
        (sheet(KEPT, ALONE), "only in memory", False, False),
        (sheet(KEPT, FULL), "cannot be kept: the disk is full", False, True),
        (sheet(FULL, whole=State.FAILED), "", True, False),
    ],
)
def test_what_is_kept(shown: RunningSheet, words: str, kept: bool, failure: bool) -> None:
    found = kept_words(shown)
    assert (found.words, found.is_kept, found.is_failure) == (words, kept, failure)


def test_only_what_all_channels_keep_is_kept() -> None:
    assert kept_state([]) == (None, "")
    assert kept_state([KEPT, KEPT]) == (True, "")
    assert kept_state([KEPT, LOCAL]) == (False, "")
    who_is_here = replace(LOCAL, is_passing=True)
    assert kept_state([KEPT, who_is_here]) == (True, "")  # presence is no content
    assert kept_state([who_is_here]) == (None, "")
    assert kept_state([replace(who_is_here, kept=True)]) == (True, "")


async def test_a_class_room_is_kept_though_its_presence_is_not(theme: Theme, tmp_path: Path) -> None:
    file = copy_gallery_file("class_room", tmp_path)
    window = PlayerWindow(read(file), file, theme)
    window.show()
    try:
        await window.run()
        found = window.sheet
        assert found is not None
        await until(lambda: any(each.is_passing for each in found.channels()))
        await until(lambda: len([each for each in found.channels() if each.kept]) > 5)
        window._follow()
        assert window.header.kept == "kept"
        assert window.header.state.endswith("live, only on this computer")
    finally:
        window.close()
        await window.stop()
        window.deleteLater()


def test_whoever_waits_long_says_for_what() -> None:
    half = ChannelCondition("plans", "eth0", stateful=True, members=3, progress=0.5)
    waiting = waiting_words([half], State.CATCHING_UP, 12)
    assert waiting == "Catching up for 12 s: 50 % of the content is here; the rest is on its way."
    three = ChannelCondition("plans", "eth0", stateful=True, members=3)
    assert "from one of 2 others" in waiting_words([three], State.CATCHING_UP, 12)
    assert "nobody has answered yet" in waiting_words([ALONE], State.CATCHING_UP, 12)
    assert waiting_words([ALONE], State.CATCHING_UP, 9) == ""
    assert "on the network eth0" in waiting_words([ALONE], State.JOINING, 12)
