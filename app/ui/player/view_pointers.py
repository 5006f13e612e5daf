# SPDX-License-Identifier: BSD-3-Clause
"""The pointers of others over the view of an object, while somebody else has it open."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.ui.person import Person

if TYPE_CHECKING:
    from app.runtime.activation import AttachedView, Proxy
    from app.runtime.references import Path
    from app.ui.execution import RunningSheet
    from objects_library.replication.shared_pointers import PointerMessage

_log = logging.getLogger("liveobjects.player")


class ViewPointers:
    """Covers a view with a layer of pointers as soon as the object has company; costs nothing before."""

    def __init__(
        self, sheet: RunningSheet, path: Path, proxy: Proxy, view: QWidget, window: QWidget | None = None
    ) -> None:
        self._sheet = sheet
        self._path = path
        self._proxy = proxy
        self._view = view
        self._window = window
        self._attached: AttachedView | None = None
        self._wanted = not getattr(view, "shows_pointers", False)

    @property
    def layer(self) -> QWidget | None:
        """The layer over the view, while there is one."""
        widget = None if self._attached is None else self._attached.widget
        return widget if isinstance(widget, QWidget) else None

    def follow(self) -> None:
        """Begin if somebody else is there now."""
        if self._wanted and self._attached is None and not self._proxy.over and self._sheet.has_company(self._path):
            self._wanted = False  # also if it fails: it is tried once
            self._begin()

    def close(self) -> None:
        """Remove the layer."""
        self._wanted = False
        if self._attached is not None:
            self._attached.close()
            self._attached = None

    def _begin(self) -> None:
        from app.runtime.library import Blueprint  # noqa: PLC0415 - only with company
        from objects_library.widgets.pointer_layer import PointerLayer  # noqa: PLC0415 - only with company

        try:
            layer_of_object = Blueprint(PointerLayer, (), injected=(("context", "context"),))
            self._attached = attached = self._sheet.node.attach_view(self._proxy, layer_of_object)
        except Exception:  # noqa: BLE001 - the object works without pointers
            _log.exception("the pointers of %s cannot be shown", self._proxy.name)
            return
        layer = attached.widget
        assert isinstance(layer, PointerLayer)
        layer.people_changed.connect(self._show_people)
        attached.on_end(layer.uncover)
        layer.cover(self._view, self._window)

    def _show_people(self, people: list[PointerMessage]) -> None:
        if self._sheet.running:
            self._sheet.show_people(self._path, tuple(Person(each.name, each.by) for each in people if each.name))
