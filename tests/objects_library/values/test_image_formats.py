# SPDX-License-Identifier: BSD-3-Clause
"""What the beginning of a picture tells, and how much nobody is given."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from PySide6.QtCore import QSize

from objects_library.values.image_formats import LARGEST, ImageFacts, facts_of, wrong_picture
from objects_library.widgets.image_decoding import ImageDecodingError, decoded, encoded, is_animated, shrunk
from tests.objects_library.media.pictures import a_picture, bomb, moving_gif, noise, png


@pytest.mark.parametrize("kind", ["png", "jpg", "webp"])
@pytest.mark.usefixtures("qapp")
def test_size_and_kind_are_known_without_decoding(kind: str) -> None:
    media = "image/jpeg" if kind == "jpg" else f"image/{kind}"
    data = encoded(a_picture(width=61, height=40), kind)
    assert facts_of(data) == ImageFacts(media, 61, 40)
    assert wrong_picture(data) == ""
    assert decoded(data).size() == QSize(61, 40)
    lossless = encoded(a_picture(width=61, height=40), kind, 100)
    assert facts_of(lossless) == ImageFacts(media, 61, 40)


@pytest.mark.usefixtures("qapp")
def test_what_moves_is_known() -> None:
    assert facts_of(moving_gif()) == ImageFacts("image/gif", 2, 2)
    assert is_animated(moving_gif())
    assert not is_animated(png())


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no picture"),
        (b"\xff\xd8\xff", "no picture"),
        (b"\xff\xd8\xff\xe0\x00\x00" * 100, "no picture"),
        (b"\xff\xd8" + b"\xff" * 5_000_000, "no picture"),
        (b"RIFF\0\0\0\0WEBPVP8X", "no picture"),
        (b"GIF89a\x01", "no picture"),
        (bomb(100_000, 100_000), "pixels wide"),
        (bomb(16_000, 16_000), "million pixels"),
        (bomb(0, 5), "pixels wide"),
        (png() + b"\0" * LARGEST, "at most 32 MB"),
    ],
)
@pytest.mark.usefixtures("qapp")
def test_hostile_pictures_are_refused_before_they_are_decoded(data: bytes, reason: str) -> None:
    assert reason in wrong_picture(data)
    with pytest.raises(ImageDecodingError, match=reason):
        decoded(data)


@pytest.mark.usefixtures("qapp")
def test_damaged_pictures_are_refused_in_words() -> None:
    dice = random.Random(7)
    for whole in (png(), encoded(a_picture(), "webp"), encoded(a_picture(), "jpg"), moving_gif()):
        for _ in range(60):
            damaged = bytearray(whole)
            for _ in range(dice.randrange(1, 8)):
                damaged[dice.randrange(len(damaged))] = dice.randrange(256)
            with suppress(ImageDecodingError):
                decoded(bytes(damaged[: dice.randrange(len(damaged) + 1)]))
    with pytest.raises(ImageDecodingError, match="damaged"):
        decoded(bomb(200, 200))


@pytest.mark.usefixtures("qapp")
def test_a_picture_is_made_to_fit() -> None:
    small = png()
    assert shrunk(small, 10_000) == (small, QSize(60, 40))
    large = noise(400, 300)
    found, size = shrunk(large, 30_000)
    assert len(found) <= 30_000 < len(large)
    assert facts_of(found) == ImageFacts("image/jpeg", size.width(), size.height())
    with pytest.raises(ImageDecodingError, match="too large"):
        shrunk(large, 50)
