# SPDX-License-Identifier: BSD-3-Clause
"""Shows states and last values of a running sheet on its blocks, at most ten times a second."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from app.runtime.activation import State
from app.runtime.references import EndpointPath, Path
from app.ui.composer.canvas.items.block_painter import LiveStatus
from app.ui.composer.canvas.items.wire_layer import WireKey
from app.ui.composer.canvas.scene import SheetScene
from app.ui.composer.canvas.translation import tr
from app.ui.composer.model.sheet_view import Port
from app.ui.execution.channel_status import ChannelCondition
from app.ui.execution.state_names import alone_words, meeting_words, state_name
from app.ui.execution.wait_reasons import waiting_words
from app.ui.translations import translated

_PERIOD_MS = 100
_STARTING = (State.JOINING, State.CATCHING_UP)
_TONES = {State.LIVE: "good", State.FAILED: "bad", State.READ_ONLY: "bad"}


class Running(Protocol):
    """The interface of a running sheet that the canvas needs."""

    def state(self, path: Path, /) -> State | None:
        """The state of the object at a path."""

    def failure(self, path: Path, /) -> str | None:
        """Why the object failed, or `None`."""

    def last_value(self, path: Path, endpoint: str, /) -> str:
        """The last value at a port as text; empty if there was none."""

    def comment_count(self, path: Path, /) -> int:
        """The open comment threads about the object at a path."""

    def wire_failure(self, first: EndpointPath, second: EndpointPath, /) -> str:
        """Why a wire failed; empty if it did not."""

    def channels_of(self, path: Path, /) -> list[ChannelCondition]:
        """The conditions of the channels of the object at a path."""

    def listen(self, callback: Callable[[], None], /) -> Callable[[], None]:
        """Call back after possible changes; returns an unsubscriber."""


class LiveStates(QObject):
    """Updates the visible blocks with states and values of a running sheet."""

    refreshed = Signal()

    def __init__(self, scene: SheetScene, is_outermost: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._is_outermost = is_outermost
        self._scene = scene
        self._running: Running | None = None
        self._stop: Callable[[], None] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PERIOD_MS)
        self._timer.timeout.connect(self.refresh)
        self._starting: dict[tuple[Path, State], float] = {}
        """When each block that is not live yet came into its state."""
        self._waiting = QTimer(self, interval=1_000, singleShot=True)
        self._waiting.timeout.connect(self.refresh)

    def set_running(self, running: Running | None) -> None:
        """Follow a running sheet, or none."""
        if self._stop is not None:
            self._stop()
            self._stop = None
        self._running = running
        self._starting.clear()
        if running is not None:
            self._stop = running.listen(self.schedule_refresh)
        self.refresh()

    def schedule_refresh(self) -> None:
        """Schedule a refresh within a tenth of a second."""
        if not self._timer.isActive():
            self._timer.start()

    def refresh(self) -> None:
        """Update all blocks; unchanged ones are not redrawn."""
        for item in self._scene.blocks.values():
            ports = () if item.places.view is not None else item.block.ports  # the view shows the values
            item.show_live(None if self._running is None else self._of(item.block.path, ports))
        self._scene.wires.show_failures(self._wire_failures())
        self.refreshed.emit()

    def _wire_failures(self) -> dict[WireKey, str]:
        """Failed wires of the outermost sheet; inner ones fail with their object."""
        if self._running is None or not self._is_outermost():
            return {}
        running = self._running
        return {key: why for key in self._scene.wires.all_keys() if (why := running.wire_failure(*key))}

    def _waiting_words(self, path: Path, state: State) -> str:
        """What a block waits for that takes long to start."""
        if state not in _STARTING or self._running is None:
            for before in _STARTING:
                self._starting.pop((path, before), None)
            return ""
        seconds = int(monotonic() - self._starting.setdefault((path, state), monotonic()))
        self._waiting.start()
        return waiting_words(self._running.channels_of(path), state, seconds)

    def _meeting_words(self, path: Path, state: State) -> str:
        """Whether a live block is alone, or apart from somebody."""
        assert self._running is not None
        channels = self._running.channels_of(path) if state is State.LIVE else []
        return meeting_words(channels) or alone_words(channels)

    def _of(self, path: Path, ports: tuple[Port, ...]) -> LiveStatus | None:
        assert self._running is not None
        state = self._running.state(path)
        if state is None:
            return None
        if state is State.FAILED:
            reason = translated(self._running.failure(path) or "")
            return LiveStatus(tr("failed: {reason}").format(reason=reason) if reason else tr("failed"), "bad")
        words = self._waiting_words(path, state) or self._meeting_words(path, state) or state_name(state)
        if count := self._running.comment_count(path):
            words += " · " + (tr("1 comment") if count == 1 else tr("{count} comments").format(count=count))
        values = (self._running.last_value(path, port.name) for port in ports)
        latest = next((value for value in values if value), "")
        latest = {"yes": tr("yes"), "no": tr("no")}.get(latest, latest)
        return LiveStatus(f"{words} · {latest}" if latest else words, _TONES.get(state, "muted"))
