# SPDX-License-Identifier: BSD-3-Clause
"""The view of a video: screen, film controls, presenter and requests."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from time import monotonic
from typing import TypeAlias
from uuid import UUID

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSlider, QWidget

from app.runtime.library import Context, Endpoint, view_of
from objects_library.media.video.decoder import DecodedFrame, Decoder, ReceivedFrame
from objects_library.media.video.proxy import FloorRequest, SharedVideo
from objects_library.media.video.screen import VideoScreen
from objects_library.media.video.sources import cameras
from objects_library.widgets.appearance import GAP, SoftButton, plain_label
from objects_library.widgets.file_dialogs import ask_for_file
from objects_library.widgets.image_decoding import picture_files
from objects_library.widgets.live_view import LiveView

Wishes: TypeAlias = list[FloorRequest]
_LOOK = 1_000
"""Milliseconds between two checks while something is shown."""
_SILENT = 2.5
"""Seconds without a frame until a message is shown."""
_STEP = 5.0
"""Seconds per arrow key."""
_FINE = 100
"""Slider steps per second."""


@view_of(SharedVideo)
class VideoView(LiveView):
    """Shows the presented stream, and lets people present."""

    video = Endpoint()
    _decoded = Signal(object)
    _lost = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._by, self._mine, self._source = "", False, ""
        self._duration, self._playing, self._position = 0.0, False, 0.0
        self._there = False
        self._came_at = self._looked_at = 0.0
        self._bits, self._worked, self._dropped, self._shown = 0, 0.0, 0, 0
        self._waiting_for: UUID | None = None
        self.screen_area = VideoScreen()
        self.screen_area.setAccessibleName(self.tr("Video"))
        self._decoder = Decoder(self._decoded.emit, self._lost.emit)
        context.at_end(self._decoder.stop)
        self._decoded.connect(self._paint)
        self._lost.connect(lambda: self.act(self.lost))
        self._looking = QTimer(self, interval=_LOOK)
        self._looking.timeout.connect(self._look)
        self._add_parts()
        self.setAcceptDrops(True)
        self.setFocusProxy(self.screen_area)
        self.screen_area.resized.connect(self._resize)
        self.screen_area.pressed.connect(self.toggle)
        self._nothing("", "")
        self.set_writable(False)

    def _add_parts(self) -> None:
        self.play_button = SoftButton("❚❚", self.tr("Hold the film still, for everyone"))
        self.place = QSlider(Qt.Orientation.Horizontal)
        self.place.setAccessibleName(self.tr("Place in the film"))
        self.place.setTracking(False)
        self.time = plain_label("", "muted", wrap=False)
        self.film_row = QWidget()
        film = QHBoxLayout(self.film_row)
        film.setContentsMargins(0, 0, 0, 0)
        film.setSpacing(GAP)
        film.addWidget(self.play_button)
        film.addWidget(self.place, stretch=1)
        film.addWidget(self.time)
        self.who = plain_label("", wrap=False)
        self.facts = plain_label("", "muted", wrap=False)
        self.show_button = SoftButton(self.tr("&Show …"), self.tr("Show a film, a camera or the screen"))
        self.stop_button = SoftButton(self.tr("S&top"), self.tr("Stop showing"))
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self.who)
        row.addWidget(self.facts, stretch=1)
        row.addWidget(self.stop_button)
        row.addWidget(self.show_button)
        self.question = plain_label("")
        self.yes_button = SoftButton(self.tr("&Let them"), self.tr("Let them show it instead"), main=True)
        self.no_button = SoftButton(self.tr("&No"), self.tr("Go on showing"))
        self.question_row = QWidget()
        asking = QHBoxLayout(self.question_row)
        asking.setContentsMargins(0, 0, 0, 0)
        asking.setSpacing(GAP)
        asking.addWidget(self.question, stretch=1)
        asking.addWidget(self.yes_button)
        asking.addWidget(self.no_button)
        self.content.addWidget(self.screen_area, stretch=1)
        self.content.addWidget(self.film_row)
        self.content.addLayout(row)
        self.content.addWidget(self.question_row)
        self.question_row.hide()
        self.play_button.clicked.connect(self.toggle)
        self.place.valueChanged.connect(self._slid)
        self.show_button.clicked.connect(self._ask_source)
        self.stop_button.clicked.connect(lambda: self.act(self.stop))
        self.yes_button.clicked.connect(lambda: self._answer(self.hand_over))
        self.no_button.clicked.connect(lambda: self._answer(self.deny))

    @video.outgoing("show")
    def begin(self, source: str, detail: str) -> None: ...

    @video.outgoing
    def stop(self) -> None: ...

    @video.outgoing
    def hand_over(self, whom: UUID) -> None: ...

    @video.outgoing
    def deny(self, whom: UUID) -> None: ...

    @video.outgoing
    def play(self, playing: bool, position: float) -> None: ...

    @video.outgoing
    def watched(self, dropped: int, busy: float) -> None: ...

    @video.outgoing
    def lost(self) -> None: ...

    @video.incoming
    def shown(
        self, by: str, mine: bool, source: str, title: str, duration: float, playing: bool, position: float
    ) -> None:
        """Somebody presents a stream."""
        if not self._there:
            self.screen_area.show_message(self.tr("The picture comes in a moment …"))
            self._came_at = monotonic()
        self._there, self._by, self._mine, self._source = True, by, mine, source
        self._duration, self._playing = duration, playing
        if not playing:
            self._position = position
        self.who.setText(self._called(by, mine, source, title))
        self.film_row.setVisible(source == "film")
        self.place.setRange(0, round(duration * _FINE))
        self.play_button.setText("❚❚" if playing else "▶")
        text = self.tr("Hold the film still, for everyone") if playing else self.tr("Go on, for everyone")
        self.play_button.setAccessibleName(text)
        self._came_at = monotonic()
        self._show_place()
        self._show_enabled()
        self._look_while_seen()

    @video.incoming
    def nothing(self, last: str, why: str) -> None:
        """Nobody presents."""
        self._nothing(last, why)

    @video.incoming
    def frame(self, number: int, at: float, position: float, data: bytes) -> None:
        """Decode a frame, unless the view is hidden."""
        if self.isVisible():
            self._bits += 8 * len(data)
            self._decoder.give(ReceivedFrame(number, at, position, data))

    @video.incoming
    def wishes(self, wishes: Wishes, waiting: bool) -> None:
        """Show the requests; the presenter is asked."""
        first = wishes[0] if wishes and self._mine else None
        self._waiting_for = None if first is None else first.id
        self.question_row.setVisible(first is not None)
        if first is not None:
            text = self.tr("{name} would like to show something.").format(name=first.name)
            self.question.setText(text)
        if waiting:
            text = self.tr("You have asked {name} to let you show something.").format(name=self._by)
            self.notice.show_message(text, self.tr("Never mind"), lambda: self.act(self.stop))
        elif self.notice.text.startswith(self.tr("You have asked")):
            self.notice.show_message("")

    @video.incoming
    def quality(self, height: int, rate: float, bits: int, best: bool) -> None:
        """Show the quality sent from here."""
        text = self.tr("sent {height} pixels high, {rate} frames/s, up to {bits} kbit/s")
        tip = text.format(height=height, rate=f"{rate:g}", bits=bits // 1000)
        less = self.tr("less than it could be: somebody does not keep up")
        self.facts.setToolTip(tip if best else f"{tip} – {less}")

    @video.incoming
    def refused(self, reason: str) -> None:
        """A request was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:  # noqa: ARG002 - known already
        """Disable editing while the object is not live."""
        self._show_enabled()

    # Actions of the user

    def toggle(self) -> None:
        """Play or pause the film for everyone."""
        if self._there and self._source == "film" and self.writable:
            self.act(self.play, not self._playing, self._position)

    def go_to(self, position: float) -> None:
        """Seek for everyone."""
        if self._there and self._source == "film" and self.writable:
            self.act(self.play, self._playing, max(0.0, min(self._duration, position)))

    def show_file(self, path: Path) -> None:
        """Present a film file."""
        if self.writable:
            self.notice.show_message("")
            self.act(self.begin, "film", str(path))

    def choose_film(self) -> None:
        """Choose a film from a file."""
        kinds = self.tr("Films") + " (*.mp4 *.webm *.mkv *.mov *.avi *.ogv *.m4v *.gif)"
        ask_for_file(self, self.tr("Choose a film"), self.show_file, kinds=kinds, start=str(Path.home()))

    def source_menu(self) -> QMenu:
        """A menu of all sources."""
        menu = QMenu(self)
        menu.addAction(self.tr("A film …"), self.choose_film)
        menu.addAction(self.tr("The screen"), lambda: self._begin("screen", ""))
        found = cameras()
        for device in found:
            text = self.tr("Camera {device}").format(device=device)
            menu.addAction(text, partial(self._begin, "camera", device))
        if not found:
            menu.addAction(self.tr("No camera is plugged in")).setEnabled(False)
        menu.addAction(self.tr("A test picture"), lambda: self._begin("test", ""))
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of a film."""
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_K):
            self.toggle()
        elif event.key() == Qt.Key.Key_Right:
            self.go_to(self._position + _STEP)
        elif event.key() == Qt.Key.Key_Left:
            self.go_to(self._position - _STEP)
        elif event.key() == Qt.Key.Key_Home:
            self.go_to(0.0)
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept films."""
        if self.writable and picture_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Present a dropped film."""
        event.acceptProposedAction()
        self.show_file(picture_files(event.mimeData())[0])

    def showEvent(self, event: QShowEvent) -> None:
        """Resume decoding."""
        super().showEvent(event)
        self._decoder.forget()
        self._resize(self.screen_area.pixels())
        if self._there:
            self.act(self.lost)
        self._look_while_seen()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop decoding while hidden."""
        super().hideEvent(event)
        self._looking.stop()

    # Results

    def _begin(self, source: str, detail: str) -> None:
        self.notice.show_message("")
        self.act(self.begin, source, detail)

    def _ask_source(self) -> None:
        menu = self.source_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.show_button.mapToGlobal(self.show_button.rect().bottomLeft()))

    def _paint(self, picture: DecodedFrame) -> None:
        if not self._there:
            return  # it was in flight
        self._came_at = monotonic()
        self._position = picture.position
        self._shown += 1
        self.screen_area.show_message("")
        self.screen_area.show_picture(picture)
        self._show_place()

    def _show_place(self) -> None:
        if self._source == "film" and not self.place.isSliderDown():
            self.place.blockSignals(True)
            self.place.setValue(round(self._position * _FINE))
            self.place.blockSignals(False)
        self.time.setText(f"{_clock(self._position)} / {_clock(self._duration)}")

    def _slid(self, value: int) -> None:
        self.go_to(value / _FINE)

    def _look(self) -> None:
        """Once a second: report to the presenter, and tell the user when no frames arrive."""
        now = monotonic()
        seconds, self._looked_at = max(0.1, now - self._looked_at), now
        dropped, worked = self._decoder.dropped - self._dropped, self._decoder.worked - self._worked
        self._dropped, self._worked = self._decoder.dropped, self._decoder.worked
        self.act(self.watched, dropped, worked / seconds)
        size = self.screen_area.full_size
        if size is not None and self._shown:
            rate = self.tr("{rate} frames/s, {bits} kbit/s").format(
                rate=round(self._shown / seconds), bits=round(self._bits / seconds / 1000)
            )
            self.facts.setText(f"{size[0]} × {size[1]} · {rate}")
        elif not self._playing:
            self.facts.setText("")
        self._shown, self._bits = 0, 0
        silent = now - self._came_at
        if self._playing and silent > _SILENT:
            self._show_silence(int(silent))

    def _show_silence(self, seconds: int) -> None:
        if self._mine:
            self.screen_area.show_message(
                self.tr("Nothing is sent: you are cut off from the others, or it has stopped.")
            )
            return
        text = self.tr("Nothing has come from {name} for {seconds} s.")
        more = self.tr("The picture goes on by itself when it does.")
        self.screen_area.show_message(text.format(name=self._by, seconds=seconds) + "\n" + more)

    def _look_while_seen(self) -> None:
        if self._there and self.isVisible():
            if not self._looking.isActive():
                self._looked_at = monotonic()
                self._looking.start()
        else:
            self._looking.stop()

    def _nothing(self, last: str, why: str) -> None:
        self._there, self._mine, self._source, self._playing = False, False, "", False
        self._decoder.forget()
        self._looking.stop()
        self.screen_area.show_picture(None)
        text = self.tr("Show a film, your screen or a camera: everyone will see it.\nDrop a film here to begin.")
        if why == "gone":
            gone = self.tr("{name} is gone, and with them what they showed.").format(name=last)
            text = f"{gone}\n{text}"
        elif why == "stopped" and last:
            text = self.tr("{name} has stopped.").format(name=last) + f"\n{text}"
        self.screen_area.show_message(text)
        self.who.setText("")
        self.facts.setText("")
        self.film_row.hide()
        self.question_row.hide()
        self._show_enabled()

    def _answer(self, call: object) -> None:
        if self._waiting_for is not None and callable(call):
            self.act(call, self._waiting_for)

    def _called(self, by: str, mine: bool, source: str, title: str) -> str:
        what = {
            "film": title,
            "screen": self.tr("the screen"),
            "camera": self.tr("a camera"),
            "test": self.tr("a test picture"),
        }.get(source, "")
        if mine:
            return self.tr("You show {what}").format(what=what)
        return self.tr("{name} shows {what}").format(name=by, what=what)

    def _show_enabled(self) -> None:
        self.show_button.setEnabled(self.writable)
        self.stop_button.setVisible(self._mine)
        self.play_button.setEnabled(self.writable)
        self.place.setEnabled(self.writable and self._duration > 0)

    def _resize(self, size: QSize) -> None:
        self._decoder.room = (size.width(), size.height())


def _clock(seconds: float) -> str:
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"
