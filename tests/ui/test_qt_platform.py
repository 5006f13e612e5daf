# SPDX-License-Identifier: BSD-3-Clause
"""The Qt platform is chosen before Qt starts, because Qt would abort."""

import os

import pytest

from app.ui import qt_platform
from app.ui.errors import WindowError
from app.ui.qt_platform import QtPlatform, choose_platform


@pytest.fixture(autouse=True)
def no_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "")


def _with_display(monkeypatch: pytest.MonkeyPatch, name: str | None) -> None:
    monkeypatch.setattr(qt_platform, "available_display", lambda: name)


def test_a_picture_needs_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    _with_display(monkeypatch, None)
    assert choose_platform(for_picture=True, size=(1, 1)) is QtPlatform.PICTURE
    assert os.environ["QT_QPA_PLATFORM"] == "offscreen"


@pytest.mark.parametrize(("display", "drawn_on"), [(None, QtPlatform.PICTURE), ("X :0", QtPlatform.DISPLAY)])
def test_a_picture_of_a_space_is_drawn_on_a_display_if_there_is_one(
    display: str | None, drawn_on: QtPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    _with_display(monkeypatch, display)
    assert choose_platform(for_picture=True, size=(1, 1), in_space=True) is drawn_on


def test_no_display_means_vnc(monkeypatch: pytest.MonkeyPatch) -> None:
    _with_display(monkeypatch, None)
    assert choose_platform(for_picture=False, size=(640, 480)) is QtPlatform.VNC
    assert os.environ["QT_QPA_PLATFORM"] == "vnc:size=640x480:port=0"


@pytest.mark.parametrize("name", ["X :0", "Wayland wayland-0"])
def test_a_display_is_used_with_the_plug_in_for_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _with_display(monkeypatch, name)
    assert choose_platform(for_picture=False, size=(1, 1)) is QtPlatform.DISPLAY
    assert os.environ["QT_QPA_PLATFORM"] == ""


def test_a_wish_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    _with_display(monkeypatch, None)
    monkeypatch.setenv("QT_QPA_PLATFORM", "minimal")
    assert choose_platform(for_picture=False, size=(1, 1)) is QtPlatform.DISPLAY
    assert os.environ["QT_QPA_PLATFORM"] == "minimal"


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(path: str) -> None:
        raise OSError("libxcb-cursor.so.0: cannot open shared object file: No such file or directory")

    _with_display(monkeypatch, "X :0")
    monkeypatch.setattr("ctypes.CDLL", missing)
    with pytest.raises(WindowError, match=r"libxcb-cursor\.so\.0 is missing; \./run installs it"):
        choose_platform(for_picture=False, size=(1, 1))
