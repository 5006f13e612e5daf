# SPDX-License-Identifier: BSD-3-Clause
"""The tiled views of a running sheet's objects, or a text if there are none."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from app.errors import one_line
from app.runtime.activation import AttachedView, Proxy, State
from app.runtime.references import Path
from app.ui.execution import RunningSheet
from app.ui.execution.object_views import view_blueprint, wired_ports
from app.ui.execution.running_sheet import Stop
from app.ui.player.generic_view import GenericView
from app.ui.player.view_pointers import ViewPointers
from app.ui.translations import translated
from objects_library.widgets.comment_mark import CommentMark

_log = logging.getLogger("liveobjects.player")


class ViewArea(QWidget):
    """Shows the views of a sheet's objects; one fills the area, several are tiled."""

    filled = Signal()
    """Emitted when the first view is shown."""
    comments_asked = Signal(object)
    """Emitted with the path of an object whose comments are wanted."""
    arranged = Signal()
    """Emitted when views have come or gone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet: RunningSheet | None = None
        self._stop_listening: Stop | None = None
        self._tiles: dict[Path, _Tile] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._shown: QWidget | None = None

    def show_sheet(self, sheet: RunningSheet) -> None:
        """Show a running sheet and follow its changes."""
        self.leave()
        self._sheet = sheet
        self._stop_listening = sheet.listen(self.refresh)
        self.refresh()

    def leave(self) -> None:
        """Remove all views; the sheet keeps running."""
        if self._stop_listening is not None:
            self._stop_listening()
            self._stop_listening = None
        self._sheet = None
        for tile in self._tiles.values():
            tile.close()
        self._tiles = {}
        self._show(None)

    def views(self) -> dict[Path, QWidget]:
        """The view widgets by object path."""
        return {path: tile.content for path, tile in self._tiles.items()}

    def refresh(self) -> None:
        """Update the views; those of unchanged objects are kept."""
        if self._sheet is None:
            return
        wanted = visible_objects(self._sheet)
        if [(path, id(proxy)) for path, proxy in wanted] == [
            (path, id(tile.proxy)) for path, tile in self._tiles.items()
        ]:
            for tile in self._tiles.values():
                tile.follow()
            return
        before, self._tiles = self._tiles, {}
        for path, proxy in wanted:
            known = before.get(path)
            if known is not None and known.proxy is proxy:
                self._tiles[path] = before.pop(path)
        for tile in before.values():
            tile.close()
        for path, proxy in wanted:
            if path not in self._tiles:
                tile = self._tiles[path] = _Tile(self._sheet, path, proxy)
                tile.mark.clicked.connect(partial(self._ask_for_comments, path))
        self._tiles = {path: self._tiles[path] for path, _ in wanted}
        self._arrange()

    def _arrange(self) -> None:
        tiles = list(self._tiles.values())
        for tile in tiles:
            tile.frame.setParent(None)
            tile.name_it(len(tiles) > 1)
        if len(tiles) <= 1:
            self._show(tiles[0].frame if tiles else None)
        else:
            self._show(_grid([tile.frame for tile in tiles]))
        self.arranged.emit()
        if tiles:
            self.filled.emit()
            self.take_focus()

    def _ask_for_comments(self, path: Path, _checked: bool = False) -> None:
        self.comments_asked.emit(path)

    def mark_comments(self, counts: Mapping[Path, int]) -> None:
        """Show how many comment threads are open at each of several objects."""
        several = len(self._tiles) > 1
        for path, tile in self._tiles.items():
            tile.mark.show_count(counts.get(path, 0) if several else 0)

    @contextmanager
    def without_pointers(self) -> Iterator[None]:
        """Hide the pointers of others: they do not belong into a picture."""
        layers = [each for tile in self._tiles.values() if (each := tile.pointer_layer()) is not None]
        for layer in layers:
            layer.hide()
        try:
            yield
        finally:
            for layer in layers:
                layer.show()

    def take_focus(self) -> None:
        """Focus the first object's view."""
        for tile in self._tiles.values():
            tile.content.setFocus()
            break

    def _show(self, widget: QWidget | None) -> None:
        before, self._shown = self._shown, widget
        if widget is not None:
            self._layout.addWidget(widget)
            widget.show()
        if isinstance(before, QSplitter):  # a single tile may already be part of the new grid
            self._layout.removeWidget(before)
            before.setParent(None)
            before.deleteLater()


def visible_objects(sheet: RunningSheet) -> list[tuple[Path, Proxy | None]]:
    """The objects to show: those with a view, or all if none has one."""
    roots = [path for path in sheet.paths() if len(path) <= sheet.depth]
    with_look: list[tuple[Path, Proxy | None]] = []
    for root in roots:
        proxy = sheet.proxy(root)
        if proxy is None:
            if sheet.failure(root):
                with_look.append((root, None))
        else:
            with_look += _with_view(root, proxy)
    if any(proxy is not None for _, proxy in with_look):
        return with_look
    running = [(root, sheet.proxy(root)) for root in roots]
    return [each for each in running if each[1] is not None or sheet.failure(each[0])]


def _with_view(path: Path, proxy: Proxy) -> list[tuple[Path, Proxy | None]]:
    if proxy.components:
        found: list[tuple[Path, Proxy | None]] = []
        for name, component in proxy.components.items():
            found += _with_view((*path, name), component)
        return found
    unseen = proxy.definition is not None and proxy.definition.has_own_look
    return [(path, proxy)] if unseen or view_blueprint(proxy) is not None else []


@dataclass(frozen=True)
class _CreatedView:
    content: QWidget
    attached: AttachedView | GenericView | None


class _Tile:
    """The tile of one object; its name is shown if there are several."""

    def __init__(self, sheet: RunningSheet, path: Path, proxy: Proxy | None) -> None:
        self.proxy = proxy
        self._sheet = sheet
        self._path = path
        self.frame = QFrame()
        self._title = QLabel(path[-1] if path else sheet.document.title)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setProperty("role", "section")
        self._title.setContentsMargins(12, 8, 12, 0)
        self._words = _words("")
        self._words.hide()
        self.mark = CommentMark()
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 12, 0)
        head.addWidget(self._title, stretch=1)
        head.addWidget(self.mark, alignment=Qt.AlignmentFlag.AlignBottom)
        made = self._make()
        self.content = made.content
        self._attached = made.attached
        self._pointers = None if proxy is None else ViewPointers(sheet, path, proxy, self.content)
        layout = QVBoxLayout(self.frame)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self._words)
        layout.addWidget(self.content, stretch=1)
        self.follow()

    def name_it(self, named: bool) -> None:
        """Show or hide the name."""
        self._title.setVisible(named)

    def follow(self) -> None:
        """Show the error of the object or its view."""
        reason = self._sheet.failure(self._path)
        if not reason and isinstance(self._attached, AttachedView) and self._attached.failure is not None:
            reason = self._attached.failure.reason
        self._words.setText(translated(reason))
        self._words.setVisible(bool(reason))
        failed = self.proxy is None or self.proxy.state is State.FAILED
        self.content.setEnabled(not failed)
        if self._pointers is not None:
            self._pointers.follow()

    def pointer_layer(self) -> QWidget | None:
        """The layer with the pointers of others, if there is one."""
        return None if self._pointers is None else self._pointers.layer

    def close(self) -> None:
        """Detach from the object."""
        if self._pointers is not None:
            self._pointers.close()
        if isinstance(self._attached, AttachedView | GenericView):
            self._attached.close()
        self.frame.setParent(None)
        self.frame.deleteLater()

    def _make(self) -> _CreatedView:
        if self.proxy is None or self.proxy.over:
            return _CreatedView(QWidget(), None)
        look = view_blueprint(self.proxy)
        try:
            if look is None:
                wired = wired_ports(self._sheet.document.reference, self._path)
                generic = GenericView(self._sheet.node, self.proxy, wired)
                return _CreatedView(generic, generic)
            attached = self._sheet.node.attach_view(self.proxy, look)
        except Exception as error:  # noqa: BLE001 - the code of a library
            _log.exception("%s cannot be shown", self.proxy.name)
            return _CreatedView(_words(one_line(error)), None)
        if isinstance(attached.widget, QWidget):
            return _CreatedView(attached.widget, attached)
        attached.close()
        return _CreatedView(_words(_tr("It cannot be shown in a window.")), None)


def _grid(widgets: list[QWidget]) -> QSplitter:
    """A resizable grid of tiles, as square as possible."""
    columns = math.ceil(math.sqrt(len(widgets)))
    rows = QSplitter(Qt.Orientation.Vertical)
    for start in range(0, len(widgets), columns):
        row = QSplitter(Qt.Orientation.Horizontal)
        for widget in widgets[start : start + columns]:
            row.addWidget(widget)
        row.setSizes([1000] * row.count())
        row.setChildrenCollapsible(False)
        rows.addWidget(row)
    rows.setSizes([1000] * rows.count())
    rows.setChildrenCollapsible(False)
    return rows


def _words(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("role", "bad")
    label.setContentsMargins(16, 8, 16, 8)
    return label


def _tr(text: str) -> str:
    return QCoreApplication.translate("ViewArea", text)
