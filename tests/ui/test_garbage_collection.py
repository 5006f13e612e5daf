# SPDX-License-Identifier: BSD-3-Clause
"""Garbage is collected in the GUI thread, also when another thread produces it."""

import gc
import threading
import weakref

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.ui.garbage_collection import collect_garbage_here


class _Cyclic(QObject):
    def __init__(self, deleted_in: list[int]) -> None:
        super().__init__()
        self.itself = self
        weakref.finalize(self, lambda: deleted_in.append(threading.get_ident()))


def _make_garbage(count: int = 20_000) -> None:
    for _ in range(count):
        cycle: list[object] = []
        cycle.append(cycle)


def test_garbage_is_collected_in_this_thread_only(qtbot: QtBot) -> None:
    deleted_in: list[int] = []
    owner = QObject()

    def are_deleted() -> bool:
        _make_garbage(1_000)  # what earlier tests give back meanwhile makes Python think that there is none
        return len(deleted_in) == 50

    with collect_garbage_here(owner):
        for _ in range(50):
            _Cyclic(deleted_in)
        worker = threading.Thread(target=_make_garbage)
        worker.start()
        worker.join()
        assert deleted_in == []
        qtbot.waitUntil(are_deleted, timeout=20_000)
    assert set(deleted_in) == {threading.get_ident()}


def test_whoever_allows_it_elsewhere_is_overruled(qtbot: QtBot) -> None:
    owner = QObject()
    with collect_garbage_here(owner):
        gc.enable()  # as a thread does that began to read a file before
        qtbot.waitUntil(lambda: not gc.isenabled(), timeout=20_000)


def test_what_was_before_is_so_again() -> None:
    before = gc.isenabled()
    gc.enable()
    with collect_garbage_here(QObject()):
        assert not gc.isenabled()
    assert gc.isenabled()
    if not before:
        gc.disable()
