# SPDX-License-Identifier: BSD-3-Clause
"""The selection of a canvas, in order."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QObject, Signal

from app.runtime.references import StickyNote, Zone
from app.ui.composer.canvas.items.wire_layer import WireKey
from app.ui.composer.canvas.scene import Part, SheetScene


class Selection(QObject):
    """The selected parts; `changed` is emitted after each change."""

    changed = Signal()

    def __init__(self, scene: SheetScene, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self._parts: dict[Part, None] = {}
        self._is_quiet = False
        self._has_news = False

    def __len__(self) -> int:
        return len(self._parts)

    def __contains__(self, part: Part) -> bool:
        return part in self._parts

    @property
    def parts(self) -> list[Part]:
        """All selected parts."""
        return list(self._parts)

    @property
    def blocks(self) -> list[str]:
        """The names of the selected blocks."""
        return [part for part in self._parts if isinstance(part, str)]

    @property
    def wires(self) -> list[WireKey]:
        """The selected wires."""
        return [part for part in self._parts if isinstance(part, tuple)]

    @property
    def notes(self) -> list[StickyNote]:
        """The selected notes."""
        return [part for part in self._parts if isinstance(part, StickyNote)]

    @property
    def zones(self) -> list[Zone]:
        """The selected zones."""
        return [part for part in self._parts if isinstance(part, Zone)]

    def set(self, parts: Iterable[Part]) -> None:
        """Set the selection."""
        now = dict.fromkeys(part for part in parts if self._exists(part))
        if list(now) == list(self._parts):
            return
        for part in self._parts.keys() - now.keys():
            self._show(part, marked=False)
        for part in now:
            self._show(part, marked=True)
        self._parts = now
        self._scene.wires.mark(self.wires)
        if self._is_quiet:
            self._has_news = True
        else:
            self.changed.emit()

    @contextlib.contextmanager
    def deferred(self) -> Iterator[None]:
        """Defer `changed` signals in this context."""
        self._is_quiet = True
        try:
            yield
        finally:
            self._is_quiet = False

    def notify(self) -> None:
        """Emit `changed` for deferred changes."""
        if self._has_news:
            self._has_news = False
            self.changed.emit()

    def toggle(self, part: Part) -> None:
        """Toggle a part in the selection."""
        self.set([other for other in self._parts if other != part] if part in self else [*self._parts, part])

    def refresh(self) -> None:
        """Update after a change of the sheet: drop missing parts, mark restored ones."""
        kept = [part for part in self._parts if self._exists(part)]
        for part in kept:
            self._show(part, marked=True)
        self.set(kept)

    def _exists(self, part: Part) -> bool:
        if isinstance(part, tuple):
            return self._scene.wires.shape_of(part) is not None
        return self._scene.item_of(part) is not None

    def _show(self, part: Part, *, marked: bool) -> None:
        item = None if isinstance(part, tuple) else self._scene.item_of(part)
        if item is not None:
            item.mark(marked=marked)
