# SPDX-License-Identifier: BSD-3-Clause
"""A scripted user of a video or a picture: shows and watches it, and records when it is painted.

python -m bench._video.scripted_user FILE NAME
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import time
from typing import Any

from PySide6.QtGui import QImage

from app.runtime.activation import Node
from bench._scripted_user import run_window, serve_commands, show_view, until
from objects_library.installed import installed_catalogue
from objects_library.widgets.image_decoding import encoded

_SIZE = (1280, 800)
_INTERVAL = 0.005


class ScriptedUser:
    """Executes the commands of the benchmark."""

    def __init__(self, view: Any, opened_at: float) -> None:
        self._view = view
        self._opened_at = opened_at
        self.live_at = opened_at
        self._first: float | None = None
        self._delays: list[float] = []
        self._sizes: list[tuple[float, int]] = []
        self._levels: list[tuple[float, int, float]] = []
        self._cpu, self._since = time.process_time(), time.monotonic()
        if hasattr(view, "screen_area"):
            view.screen_area.painted.connect(self._painted)
            shown = view.quality

            def noted(height: int, rate: float, bits: int, best: bool) -> None:
                self._levels.append((time.monotonic(), height, rate))
                shown(height, rate, bits, best)

            view.quality = noted

    async def show(self, source: str, detail: str) -> float:
        """Show a source; return the seconds until it is visible here."""
        began = time.monotonic()
        self._view.act(self._view.begin, source, detail)
        await until(lambda: self._first is not None, _INTERVAL)
        return time.monotonic() - began

    async def first(self) -> list[float]:
        """The seconds from opening the reference to the first picture, and from live to the first picture."""
        await until(lambda: self._first is not None, _INTERVAL)
        assert self._first is not None
        return [self._first - self._opened_at, max(0.0, self._first - self.live_at)]

    async def watch(self, seconds: float) -> dict[str, Any]:
        """Measure delays from capture to painting, and CPU use."""
        self._delays.clear()
        self._sizes.clear()
        cpu, since = time.process_time(), time.monotonic()
        await asyncio.sleep(seconds)
        took = time.monotonic() - since
        return {
            "delays": self._delays,
            "per_second": len(self._delays) / took,
            "cpu": 100 * (time.process_time() - cpu) / took,
            "height": self._sizes[-1][1] if self._sizes else 0,
            "heights": sorted({size for _, size in self._sizes}),
        }

    def slow(self, milliseconds: float) -> bool:
        """Decode as slowly as a weak computer, with this delay per frame."""
        decoder = self._view._decoder  # noqa: SLF001
        plain = type(decoder)._painted  # noqa: SLF001

        def painted(frame: Any, given: Any) -> Any:
            time.sleep(milliseconds / 1000 * frame.width * frame.height / (1280 * 720))
            return plain(decoder, frame, given)

        decoder._painted = painted  # noqa: SLF001
        self._sizes.clear()
        return True

    async def seen_height(self, below: bool, height: int, patience: float) -> float:
        """The seconds until frames of at most (or at least) that height arrive; -1 after the timeout."""
        began = time.monotonic()
        while time.monotonic() - began < patience:
            if self._sizes and (self._sizes[-1][1] <= height if below else self._sizes[-1][1] >= height):
                return time.monotonic() - began
            await asyncio.sleep(0.05)
        return -1.0

    def levels(self) -> list[tuple[float, int, float]]:
        """The qualities that were sent from here, with their times."""
        return self._levels

    def put(self, mebibytes: float) -> dict[str, Any]:
        """Show a picture of that size; return its digest and time."""
        data = _picture(mebibytes)
        at = time.monotonic()
        self._view.act(self._view.put, "Picture", data)
        return {"at": at, "digest": hashlib.sha256(data).hexdigest(), "bytes": len(data)}

    async def sees(self, digest: str) -> float:
        """Wait until the picture is on the screen; return when."""
        view = self._view
        await until(lambda: view._digest == digest and view._still is not None, _INTERVAL)  # noqa: SLF001
        return time.monotonic()

    def _painted(self, at: float) -> None:
        now = time.monotonic()
        if self._first is None:
            self._first = now
        self._delays.append((now - at) * 1000)
        size = self._view.screen_area.full_size
        if size is not None:
            self._sizes.append((now, size[1]))


def _picture(mebibytes: float) -> bytes:
    """An incompressible picture of about that size."""
    side = round((mebibytes * 2**20 / 3) ** 0.5)
    pixels = random.Random(1).randbytes(side * side * 4)
    image = QImage(pixels, side, side, side * 4, QImage.Format.Format_RGB32)
    return encoded(image)


async def _main(file: str, name: str) -> None:
    async with Node(installed_catalogue(), name=name) as node:
        opened_at = time.monotonic()
        _, view = await show_view(node, file, _SIZE)
        user = ScriptedUser(view, opened_at)
        await until(lambda: view.state == "live", _INTERVAL)
        user.live_at = time.monotonic()
        await serve_commands(user)


if __name__ == "__main__":
    run_window(_main)
