# SPDX-License-Identifier: BSD-3-Clause
"""Decoding and encoding of images, in threads and with size limits."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QMimeData, QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageReader, QImageWriter

from objects_library.values.image_formats import LARGEST, SUFFIXES, facts_of, wrong_picture

_SHORTEST = 20
"""The shortest duration of a frame in milliseconds."""
_UNKNOWN_DELAY = 100
"""The duration of a frame that has none."""
_SMALLER = (2_560, 1_920, 1_280, 960, 640, 480, 320)
_QUALITY = (85, 70, 50)
_LIGHT = 6_000_000
"""Pixels that are painted without a noticeable delay."""


class ImageDecodingError(Exception):
    """Data is not an acceptable picture; the text says why."""


def decoded(data: bytes, largest_side: int = 0) -> QImage:
    """Decode an image with its orientation, optionally scaled down. Blocks."""
    if problem := wrong_picture(data):
        raise ImageDecodingError(problem)
    reader, _ = _reader(data)
    if largest_side:
        size = reader.size()
        if max(size.width(), size.height()) > largest_side:
            reader.setScaledSize(size.scaled(largest_side, largest_side, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        raise ImageDecodingError(_tr("the picture is damaged"))
    return image


def downscaled(image: QImage) -> QImage | None:
    """The image scaled down to screen size, or None if it is not larger. Blocks."""
    if image.width() * image.height() <= _LIGHT:
        return None
    side, keep = _SMALLER[0], Qt.AspectRatioMode.KeepAspectRatio
    return image.scaled(side, side, keep, Qt.TransformationMode.SmoothTransformation)


def is_animated(data: bytes) -> bool:
    """Whether the picture has more than one frame."""
    reader, _ = _reader(data)
    return reader.supportsAnimation() and reader.imageCount() != 1


def encoded(image: QImage, kind: str = "png", quality: int = -1) -> bytes:
    """Encode an image in a format."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(kind.encode()))
    writer.setQuality(quality)
    writer.write(image)
    return bytes(buffer.data().data())


def read_picture(path: Path) -> tuple[str, bytes]:
    """The title and bytes of an image file; raises ImageDecodingError. Blocks."""
    try:
        if not path.is_file():
            raise ImageDecodingError(_tr("{name} is not a file").format(name=path.name))
        with path.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except OSError as error:
        raise ImageDecodingError(f"{path.name}: {error.strerror}") from None
    if problem := wrong_picture(data):
        raise ImageDecodingError(f"{path.name}: {problem}")
    return path.stem, data


def picture_files(data: QMimeData) -> list[Path]:
    """The local files in dragged or copied data."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def shrunk(data: bytes, most: int) -> tuple[bytes, QSize]:
    """The image scaled down to at most so many bytes, and its size."""
    facts = facts_of(data)
    if len(data) <= most and facts is not None:
        return data, QSize(facts.width, facts.height)
    whole = decoded(data, _SMALLER[0])
    kind = "png" if whole.hasAlphaChannel() else "jpg"
    for side in _SMALLER:
        small = whole
        if max(whole.width(), whole.height()) > side:
            small = whole.scaled(
                side, side, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
        for quality in _QUALITY if kind == "jpg" else (-1,):
            found = encoded(small, kind, quality)
            if len(found) <= most:
                return found, small.size()
    raise ImageDecodingError(_tr("the picture is too large"))


def suffix_of(media: str) -> str:
    """The file suffix of a media type."""
    return SUFFIXES.get(media, ".png")


class Animation(QObject):
    """Plays an animated image; decodes frame by frame in a thread."""

    frame = Signal(QImage)

    def __init__(self, data: bytes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._data = data
        self._over, self._seen = Event(), Event()
        self._thread = Thread(target=self._play, name="animation", daemon=True)
        self._thread.start()

    def show(self, seen: bool) -> None:
        """Continue, or pause while invisible."""
        if seen:
            self._seen.set()
        else:
            self._seen.clear()

    def stop(self) -> None:
        """Stop the thread."""
        self._over.set()
        self._seen.set()
        self._thread.join()

    def _play(self) -> None:
        while not self._over.is_set():
            reader, _keep = _reader(self._data)
            count = 0
            while not self._over.is_set():
                self._seen.wait()
                image = reader.read()
                if image.isNull() or self._over.is_set():
                    break
                count += 1
                self.frame.emit(image)
                wait = reader.nextImageDelay()
                self._over.wait(max(wait if wait > 0 else _UNKNOWN_DELAY, _SHORTEST) / 1000)
            if count < 2:
                return


def _reader(data: bytes) -> tuple[QImageReader, QBuffer]:
    """A reader for the format of the bytes, and its buffer."""
    facts = facts_of(data)
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    kind = (facts.media if facts else "").removeprefix("image/")
    reader = QImageReader(buffer, QByteArray(kind.encode()))
    reader.setAutoTransform(True)
    return reader, buffer


def _tr(text: str) -> str:
    return QCoreApplication.translate("ImageDecoding", text)
