# SPDX-License-Identifier: BSD-3-Clause
"""The window is painted before heavy modules are imported; earlier access imports them."""

import os
import subprocess
import sys
from pathlib import Path

_GALLERY = Path(__file__).resolve().parent.parent.parent / "liveobject_files"
_LATER = (
    "app.documents",
    "app.mail",
    "app.runtime.activation",
    "app.runtime.library",
    "app.runtime.references",
    "app.runtime.trust",
    "app.runtime.types",
    "app.spark",
    "app.transport_native",
    "app.ui.composer",
    "app.ui.thumbnails",
    "app.ui.player.document_transfer",
    "app.ui.player.permission_panel",
    "app.ui.player.share",
    "app.ui.player.window",
    "app.ui.execution",
    "app.ui.shell.files",
    "app.ui.shell.tour",
    "av",
    "cffi",
    "email",
    "http",
    "msgspec",
    "nacl",
    "numpy",
    "objects_library",
    "pandas",
    "xml",
)
"""Each takes its time, which `python -X importtime -m app` tells; see also `docs/performance.md`."""

_STARTED = """
import os, sys
import app.cli
from app.ui import application

def at_once(descriptor):
{what}

application.notify_ready = at_once
app.cli.main(["window", "--ready-descriptor", sys.argv[1], "--language", "en"])
"""
_TELL_MODULES = """\
    os.write(descriptor, "\\n".join(sys.modules).encode())
    os._exit(0)
"""
_USE_IT = """\
    from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
    from PySide6.QtGui import QDropEvent
    from PySide6.QtWidgets import QApplication
    from app.ui.main_window import MainWindow

    [window] = [each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow)]
    assert "app.ui.shell.files" not in sys.modules
    shares = len(window.exchange.sharing.open_panel().choices)

    def tell():
        os.write(descriptor, f"{shares} {window.page.title}".encode())
        os._exit(0)

    window.tabs.currentChanged.connect(lambda _: tell())
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(sys.argv[2])])
    button, key = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, dropped, button, key))
"""


def _said_by_program(what: str, tmp_path: Path, *arguments: str) -> str:
    """What the program says right when its window has been painted; what is to be done there is given."""
    read_end, write_end = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _STARTED.format(what=what), str(write_end), *arguments],
        pass_fds=[write_end],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "LIVEOBJECTS_HOME": str(tmp_path)},
    ):
        os.close(write_end)
        with os.fdopen(read_end) as told:
            return told.read()


def test_the_window_is_painted_before_what_it_does_not_show_is_imported(tmp_path: Path) -> None:
    there = set(_said_by_program(_TELL_MODULES, tmp_path).split("\n"))
    assert "app.ui.main_window" in there
    too_early = sorted(there & set(_LATER))
    assert not too_early, "import it where it is used, as `MainWindow.files` does"


def test_what_the_user_does_before_everything_is_there_is_done(tmp_path: Path) -> None:
    file = _GALLERY / "shared_note.liveobject"
    shares, _, title = _said_by_program(_USE_IT, tmp_path, str(file)).partition(" ")
    assert int(shares) == 4
    assert "note" in title.lower()
