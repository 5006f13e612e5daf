# SPDX-License-Identifier: BSD-3-Clause
"""The sender: a warm-up, then maximum speed or a fixed rate."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from bench._peers.control import WARM_UP, Control, Run, memory_kilobytes, message

Send = Callable[[int, bytes], object]
_clock = time.monotonic_ns


def _nothing() -> None:
    pass


class Sender:
    """Sends the messages of a run by `send(group, bytes)`; `flush` after each batch, `poll` when idle."""

    def __init__(
        self,
        run: Run,
        control: Control,
        send: Send,
        flush: Callable[[], object] = _nothing,
        poll: Callable[[], object] = _nothing,
        send_batch: Callable[[list[int], list[bytes]], object] | None = None,
    ) -> None:
        self._run, self._control = run, control
        self._send, self._flush, self._poll, self._send_batch = send, flush, poll, send_batch
        self._next = [control.at(index, Control.NEXT) for index in range(run.receivers)]
        self.stalls = 0

    def go(self) -> None:
        self._warm_up()
        words, run = self._control.words, self._run
        cpu = time.process_time_ns()
        words[Control.STARTED] = started = _clock()
        words[Control.GO] = 1
        end = started + int(run.seconds * 1e9)
        sent = self._paced(started, end) if run.rate else self._flood(end)
        self._flush()
        words[Control.ENDED] = _clock()
        words[Control.SENDER_CPU] = (time.process_time_ns() - cpu) // 1000
        words[Control.SENDER_MEMORY] = memory_kilobytes()
        words[Control.STALLS] = self.stalls
        words[Control.SENT] = sent
        words[Control.DONE] = 1
        self._linger()

    def _warm_up(self) -> None:
        run, control = self._run, self._control
        warm = message(WARM_UP, run.size)
        end = time.monotonic() + 15
        while not control.all(run.receivers, Control.WARM) and time.monotonic() < end:
            self._send(0, warm)
            self._flush()
            self._poll()
            time.sleep(0.05)
        if run.groups > 1:
            for group in range(run.groups):
                self._send(group, warm)
            self._flush()
        time.sleep(0.5)

    def _paced(self, started: int, end: int) -> int:
        run, sequence, period = self._run, 0, 1e9 / self._run.rate
        while (now := _clock()) < end:
            due = started + int(sequence * period)
            if now < due:
                time.sleep((due - now) / 1e9)
            self._send(sequence % run.groups, message(sequence, run.size, _clock()))
            self._flush()
            self._poll()
            sequence += 1
        return sequence

    def _flood(self, end: int) -> int:
        run, send, sequence = self._run, self._send, 0
        batch, groups, size = run.batch, run.groups, run.size
        while _clock() < end:
            if run.window:
                self._wait_for_window(sequence + batch, end)
            if self._send_batch is not None:
                numbers = range(sequence, sequence + batch)
                chosen = [number % groups for number in numbers] if groups > 1 else [0] * batch
                self._send_batch(chosen, [message(n, size) for n in numbers])
            else:
                for number in range(sequence, sequence + batch):
                    send(number % groups, message(number, size))
            sequence += batch
            self._flush()
            self._poll()
        return sequence

    def _wait_for_window(self, until: int, end: int) -> None:
        """Wait like an oracle, for systems without flow control; this costs them nothing."""
        words, places = self._control.words, self._next
        since = 0
        while until - min(words[place] for place in places) > self._run.window:
            self.stalls += 1
            self._poll()
            time.sleep(0.0001)
            since = since or _clock()
            if _clock() > end or _clock() - since > 200_000_000:
                return

    def _linger(self) -> None:
        end = time.monotonic() + 30
        while not self._control.stopped and time.monotonic() < end:
            self._poll()
            time.sleep(0.02)
        warm = message(WARM_UP, self._run.size)
        for _ in range(3):  # wakes receivers that block without a timeout
            self._send(0, warm)
            self._flush()
            self._poll()
            time.sleep(0.05)


async def send_async(
    run: Run, control: Control, send: Callable[[int, bytes], Awaitable[object]], flush: Callable[[], Awaitable[object]]
) -> None:
    """Send from a system with an asynchronous client."""
    words = control.words
    warm = message(WARM_UP, run.size)
    warm_end = time.monotonic() + 15
    while not control.all(run.receivers, Control.WARM) and time.monotonic() < warm_end:
        await send(0, warm)
        await flush()
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    cpu, started, sequence = time.process_time_ns(), _clock(), 0
    words[Control.STARTED], words[Control.GO] = started, 1
    end = started + int(run.seconds * 1e9)
    places = [control.at(index, Control.NEXT) for index in range(run.receivers)]
    while (now := _clock()) < end:
        if run.rate:
            due = started + int(sequence * 1e9 / run.rate)
            await asyncio.sleep(max(0.0, (due - now) / 1e9))
            await send(sequence % run.groups, message(sequence, run.size, _clock()))
            sequence += 1
            continue
        while run.window and sequence + run.batch - min(words[p] for p in places) > run.window and _clock() < end:
            await asyncio.sleep(0.0001)
        for number in range(sequence, sequence + run.batch):
            await send(number % run.groups, message(number, run.size))
        sequence += run.batch
        await asyncio.sleep(0)
    await flush()
    words[Control.ENDED], words[Control.SENDER_CPU] = _clock(), (time.process_time_ns() - cpu) // 1000
    words[Control.SENDER_MEMORY], words[Control.SENT], words[Control.DONE] = memory_kilobytes(), sequence, 1
    linger = time.monotonic() + 30
    while not control.stopped and time.monotonic() < linger:
        await asyncio.sleep(0.02)
