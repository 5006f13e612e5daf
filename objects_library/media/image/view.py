# SPDX-License-Identifier: BSD-3-Clause
"""The view of a shared picture: picture, buttons, and description."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QAction, QGuiApplication, QHideEvent, QImage, QKeySequence, QShowEvent, QTransform
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu

from app.runtime.library import Context, Endpoint, view_of
from objects_library.media.image.canvas import ImageCanvas
from objects_library.media.image.proxy import LONGEST_DESCRIPTION, SharedImage
from objects_library.values.image_formats import LARGEST
from objects_library.widgets.appearance import GAP, SoftButton, plain_label
from objects_library.widgets.file_dialogs import ask_for_file, ask_for_target
from objects_library.widgets.image_decoding import (
    Animation,
    ImageDecodingError,
    decoded,
    downscaled,
    encoded,
    is_animated,
    picture_files,
    read_picture,
    suffix_of,
)
from objects_library.widgets.live_view import LiveView

_FIELD = """
    QLineEdit { background: transparent; border: 1px solid transparent; border-radius: 8px;
        padding: 4px 8px; }
    QLineEdit:hover { border-color: palette(mid); }
    QLineEdit:focus { background: palette(base); border-color: palette(highlight); }
"""


@view_of(SharedImage)
class ImageView(LiveView):
    """The view of a shared picture; the zoom is local."""

    image = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._data, self._title, self._media, self._digest = b"", "", "", ""
        self._before: tuple[str, bytes] | None = None
        self._turns = 0
        self._animation: Animation | None = None
        self._still: QImage | None = None
        self.canvas = ImageCanvas()
        self.canvas.setAccessibleName(self.tr("Picture"))
        self.caption = QLineEdit()
        self.caption.setStyleSheet(_FIELD)
        self.caption.setMaxLength(LONGEST_DESCRIPTION)
        self.caption.setAccessibleName(self.tr("What is to be seen, for those who cannot see it"))
        self.caption.setPlaceholderText(self.tr("Say what is to be seen, for those who cannot see it"))
        self.facts = plain_label("", "muted", wrap=False)
        self._add_buttons()
        self._add_actions()
        self.content.addWidget(self.canvas, stretch=1)
        self.content.addWidget(self.caption)
        self.setFocusProxy(self.canvas)
        self.canvas.dropped.connect(self.take_in)
        self.canvas.zoomed.connect(self._show_facts)
        self.caption.editingFinished.connect(self._describe)
        self._nothing()
        self.set_writable(False)

    def _add_buttons(self) -> None:
        self.choose_button = SoftButton(self.tr("&Choose …"), self.tr("Choose a picture from a file"))
        self.out_button = SoftButton("−", self.tr("Zoom out"))
        self.in_button = SoftButton("+", self.tr("Zoom in"))
        self.fit_button = SoftButton(self.tr("&Fit"), self.tr("Show all of it"))
        self.actual_button = SoftButton("1:1", self.tr("Actual size"))
        self.turn_button = SoftButton("⟳", self.tr("Turn it to the right, for everyone"))
        self.more_button = SoftButton(self.tr("&More"), self.tr("Everything that can be done"))
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self.choose_button)
        row.addWidget(self.facts, stretch=1)
        for button in (
            self.out_button, self.in_button, self.fit_button,
            self.actual_button, self.turn_button, self.more_button,
        ):  # fmt: skip
            button.setToolTip(button.accessibleName())
            row.addWidget(button)
        self.content.addLayout(row)
        self.choose_button.clicked.connect(self.choose)
        self.out_button.clicked.connect(lambda: self.canvas.zoom_by(-1))
        self.in_button.clicked.connect(lambda: self.canvas.zoom_by(1))
        self.fit_button.clicked.connect(self.canvas.fit)
        self.actual_button.clicked.connect(self.canvas.actual_size)
        self.turn_button.clicked.connect(self.turn_right)
        self.more_button.clicked.connect(self._ask)

    def _add_actions(self) -> None:
        keys = QKeySequence.StandardKey
        self._paste = self._action(self.tr("Paste"), QKeySequence(keys.Paste), self.paste)
        self._copy = self._action(self.tr("Copy"), QKeySequence(keys.Copy), self.copy)
        self._save = self._action(self.tr("Save as …"), QKeySequence(keys.Save), self.save)
        self._undo = self._action(self.tr("Bring back the one before"), QKeySequence(keys.Undo), self.bring_back)
        self._clear = self._action(self.tr("Take it away"), QKeySequence(Qt.Key.Key_Delete), self.take_away)
        self._turn = self._action(self.tr("Turn to the right"), QKeySequence(Qt.Key.Key_R), self.turn_right)
        self.canvas.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _action(self, text: str, key: QKeySequence, call: Callable[[], object]) -> QAction:
        action = QAction(text, self.canvas)
        action.setShortcut(key)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _=False: call())
        self.canvas.addAction(action)
        return action

    @image.outgoing
    def put(self, title: str, data: bytes) -> None: ...

    @image.outgoing
    def describe(self, title: str, description: str) -> None: ...

    @image.outgoing
    def turn(self, turns: int) -> None: ...

    @image.outgoing
    def clear(self) -> None: ...

    @image.incoming
    def picture(self, by: str, title: str, digest: str, media: str, data: bytes) -> None:
        """Show another picture, or none."""
        if self._data and digest != self._digest:
            self._before = self._title, self._data
        self._title, self._media, self._data, self._digest = title, media, data, digest
        self._stop_playing()
        if not data:
            self._nothing()
            return
        self.canvas.setToolTip("")
        self.facts.setText(self.tr("from {name}").format(name=by) if by else "")
        self._context.spawn(self._load(data, digest))

    @image.incoming
    def described(self, title: str, description: str) -> None:
        """Show title and description."""
        self._title = title
        if not self.caption.hasFocus() or not self.caption.isModified():
            self.caption.setText(description)
        self.canvas.setAccessibleName(title or self.tr("Picture"))
        self.canvas.setAccessibleDescription(description)

    @image.incoming
    def turned(self, turns: int) -> None:
        """The rotation."""
        if turns != self._turns:
            self._turns = turns
            self.canvas.turn(turns)

    @image.incoming
    def refused(self, reason: str) -> None:
        """A request was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        self.canvas.writable = writable
        self.choose_button.setEnabled(writable)
        self.caption.setReadOnly(not writable)
        self._paste.setEnabled(writable)
        self._show_enabled()

    # Actions of the user

    def choose(self) -> None:
        """Choose a picture from a file."""
        kinds = self.tr("Pictures") + " (*.png *.jpg *.jpeg *.gif *.webp)"
        ask_for_file(self, self.tr("Choose a picture"), self.take_file, kinds=kinds, start=str(Path.home()))

    def take_file(self, path: Path) -> None:
        """Set the picture from a file."""
        if self.writable:
            self.notice.show_message("")
            self.act(lambda: self._context.spawn(self._put(lambda: read_picture(path))))

    def take_in(self, data: QMimeData) -> None:
        """Set the picture from dropped or pasted data."""
        files = picture_files(data)
        if files:
            self.take_file(files[0])
        elif data.hasImage() and self.writable:
            copy = QImage(cast(QImage, data.imageData()))
            self.notice.show_message("")
            self.act(lambda: self._context.spawn(self._put(lambda: _from_image(copy))))
        elif self.writable:
            self.refuse(self.tr("there is no picture in it"))

    def paste(self) -> None:
        """Set the picture from the clipboard."""
        self.take_in(QGuiApplication.clipboard().mimeData())

    def copy(self) -> None:
        """Copy the picture, rotated as shown."""
        if self._still is not None:
            QGuiApplication.clipboard().setImage(self._still.transformed(QTransform().rotate(90 * self._turns)))

    def save(self) -> None:
        """Save the original file."""
        if not self._data:
            return
        data, suffix = self._data, suffix_of(self._media)
        name = (Path(self._title).name or self.tr("picture")) + suffix

        def write(path: Path) -> None:
            self.act(lambda: self._context.spawn(self.write_file(path, data)))

        ask_for_target(self, self.tr("Save the picture"), str(Path.home() / name), write, suffix=suffix[1:])

    def turn_right(self) -> None:
        """Rotate right for everyone."""
        if self.writable and self._data:
            self.act(self.turn, (self._turns + 1) % 4)

    def take_away(self) -> None:
        """Remove the picture for everyone; it can be restored."""
        if self.writable and self._data:
            self.act(self.clear)

    def bring_back(self) -> None:
        """Restore the former picture."""
        if self.writable and self._before is not None:
            self.act(self.put, *self._before)

    def showEvent(self, event: QShowEvent) -> None:
        """Resume an animation."""
        super().showEvent(event)
        if self._animation is not None:
            self._animation.show(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Pause an animation while hidden."""
        super().hideEvent(event)
        if self._animation is not None:
            self._animation.show(False)

    # Results

    async def _put(self, read: Callable[[], tuple[str, bytes]]) -> None:
        try:
            title, data = await asyncio.to_thread(read)
        except ImageDecodingError as error:
            self.refuse(str(error))
            return
        self.put(title, data)

    async def _load(self, data: bytes, digest: str) -> None:
        try:
            image = await asyncio.to_thread(decoded, data)
            small = await asyncio.to_thread(downscaled, image)
            moving = await asyncio.to_thread(is_animated, data)
        except ImageDecodingError as error:
            if digest == self._digest:
                self._nothing()
                self.canvas.words = self.tr("This picture cannot be shown: {reason}").format(reason=error)
            return
        if digest != self._digest:
            return  # a newer file has arrived meanwhile
        self._still = image
        self.canvas.show_image(image, small=small)
        if moving:
            self._play(data)
        self._show_facts()
        self._show_enabled()

    def _play(self, data: bytes) -> None:
        animation = self._animation = Animation(data, self)
        self._context.at_end(animation.stop)
        animation.frame.connect(lambda image: self._next_frame(animation, image))
        animation.show(self.isVisible())

    def _next_frame(self, animation: Animation, image: QImage) -> None:
        if animation is self._animation:
            self.canvas.show_image(image, same=True)

    def _stop_playing(self) -> None:
        if self._animation is not None:
            self._animation.stop()
            self._animation.deleteLater()
            self._animation = None

    def _nothing(self) -> None:
        self._still = None
        self.canvas.words = self.tr("Drop a picture here, paste one, or choose a file.\nEveryone will see it.")
        self.canvas.show_image(None)
        self.facts.setText("")
        self._show_enabled()

    def _describe(self) -> None:
        if self.caption.isModified() and self.writable:
            self.caption.setModified(False)
            self.act(self.describe, self._title, self.caption.text())

    def _show_facts(self) -> None:
        if self._still is None:
            return
        size = self.tr("{width} × {height}").format(width=self._still.width(), height=self._still.height())
        percent = round(100 * self.canvas.scale * self.devicePixelRatioF())
        self.facts.setText(f"{size} · {percent} %")
        self.facts.setToolTip(f"SHA-256 {self._digest}")

    def _show_enabled(self) -> None:
        there = self._still is not None
        for button in (self.out_button, self.in_button, self.fit_button, self.actual_button):
            button.setEnabled(there)
        self._copy.setEnabled(there)
        self._save.setEnabled(bool(self._data))
        self.turn_button.setEnabled(there and self.writable)
        self._turn.setEnabled(there and self.writable)
        self._clear.setEnabled(bool(self._data) and self.writable)
        self._undo.setEnabled(self._before is not None and self.writable)

    def _ask(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self._paste, self._copy, self._save, self._turn, self._undo, self._clear])
        menu.popup(self.more_button.mapToGlobal(self.more_button.rect().bottomLeft()))


def _from_image(image: QImage) -> tuple[str, bytes]:
    """Encode a picture of the clipboard, scaled down if it is too large."""
    data = encoded(image)
    return "", data if len(data) <= LARGEST else encoded(image, "jpg", 90)
