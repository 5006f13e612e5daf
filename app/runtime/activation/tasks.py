# SPDX-License-Identifier: BSD-3-Clause
"""Tasks and timers of a proxy; every step of a task is a turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from typing import TYPE_CHECKING, Any

from app.runtime.activation.errors import ActivationError

if TYPE_CHECKING:
    from app.runtime.activation.lifetime import Lifetime
    from app.runtime.activation.turns import Turn


class _InTurns:
    """Awaits a coroutine so that each step, from one await to the next, is a turn of its owner."""

    def __init__(self, turn: Turn, work: Coroutine[Any, Any, object]) -> None:
        self._turn = turn
        self._work = work

    def __await__(self) -> Generator[Any, None, object]:
        error: BaseException | None = None
        while True:
            error = (yield from self._claim()) or error
            try:
                step = self._work.send(None) if error is None else self._work.throw(error)
            except StopIteration as stop:
                return stop.value
            finally:
                self._turn.end()
            error = yield from _pass_on(step)

    def _claim(self) -> Generator[Any, None, BaseException | None]:
        """Wait for a turn under way, which is possible when a handler runs the event loop itself."""
        error = None
        while not self._turn.begin():
            over = self._turn.event_thread.loop.create_future()
            self._turn.later(_resolve, over)
            error = (yield from _wait_for(over)) or error
        return error


def _pass_on(step: Any) -> Generator[Any, None, BaseException | None]:
    """Pass the awaitable of the coroutine to its task, and the task's exceptions to the coroutine."""
    try:
        yield step
    except BaseException as error:  # noqa: BLE001  # cancellation above all
        return error
    return None


def _wait_for(future: asyncio.Future[None]) -> Generator[Any, None, BaseException | None]:
    try:
        yield from future
    except asyncio.CancelledError as error:
        return error
    return None


def _resolve(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


class OwnedTask:
    """A task that ends with its proxy; if it raises, the proxy fails."""

    def __init__(self, life: Lifetime, work: Coroutine[Any, Any, object]) -> None:
        self._life = life
        self._work = work
        self._task: asyncio.Task[None] = life.node.spawn(self._run())
        self._disown = life.own(self.cancel)
        self._task.add_done_callback(self._done)

    def cancel(self) -> None:
        """Cancel it at its next await."""
        self._task.cancel()

    async def _run(self) -> None:
        try:
            await _InTurns(self._life.turn, self._work)
        except asyncio.CancelledError:
            if not self._life.over and not asyncio.current_task().cancelling():  # type: ignore[union-attr]  # we are in it
                self._life.fail(ActivationError("a task was cancelled from inside", "let only `cancel()` end it"))
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a proxy raises must stay its own
            self._life.fail(error)

    def _done(self, task: asyncio.Task[None]) -> None:
        del task
        self._disown()
        # A task that is cancelled before its first step never awaits its coroutine.
        self._work.close()


class Timer:
    """Calls once or periodically, in turns of its proxy."""

    def __init__(self, life: Lifetime, seconds: float, call: Callable[[], object], repeat: bool) -> None:
        if not 0 <= seconds < 10**9 or (repeat and seconds == 0):
            raise ActivationError(f"a timer cannot run every {seconds} seconds", "give it a positive number")
        self._life = life
        self._call = call
        self._seconds = seconds
        self._repeat = repeat
        self._due = life.event_thread.loop.time() + seconds
        self._handle = life.event_thread.loop.call_at(self._due, self._fire)
        self._disown = life.own(self.cancel)

    def cancel(self) -> None:
        """Stop calling."""
        self._handle.cancel()
        self._disown()

    def _fire(self) -> None:
        loop = self._life.event_thread.loop
        if self._repeat:
            # A late timer does not catch up, and an early one does not drift.
            missed = max(0, int((loop.time() - self._due) / self._seconds))
            self._due += (missed + 1) * self._seconds
            self._handle = loop.call_at(self._due, self._fire)
        else:
            self._disown()
        self._life.turn.run(self._call)
