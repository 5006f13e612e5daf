# SPDX-License-Identifier: BSD-3-Clause
"""Files and links that a desktop hands over as events, as macOS does; the events of Qt are the same here."""

import os
import subprocess
import sys
from pathlib import Path

from app.documents import link_to
from tests.gallery_copies import copy_gallery_file

_PROGRAM = """
import asyncio, sys
from pathlib import Path
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from app.ui.application import run_session
from app.ui.player.session import Player, PlayerRequest

async def session(application, platform):
    player = Player(application, platform, PlayerRequest(()))
    for given in sys.argv[1:]:
        url = QUrl(given) if ":" in given else QUrl.fromLocalFile(given)
        application.sendEvent(application, QFileOpenEvent(url))
    while len(player._windows) < len(sys.argv) - 2:
        await asyncio.sleep(0.01)
    print(*(window.document.title for window in player._windows), sep=", ")
    for window in tuple(player._windows):
        window.close()
    await player.all_closed()
    return 0

sys.exit(run_session(session, for_picture=True, size=(400, 300)))
"""


def test_files_and_links_that_come_as_events_are_opened(tmp_path: Path) -> None:
    file = copy_gallery_file("shared_counter", tmp_path)
    link = link_to(copy_gallery_file("shared_switch", tmp_path).read_bytes())
    own = {**os.environ, "LIVEOBJECTS_HOME": str(tmp_path / "own")}
    command = [sys.executable, "-P", "-c", _PROGRAM, str(file), "liveobject:1.rubbish", link]
    done = subprocess.run(command, env=own, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.strip().split(", ")) == ["Shared counter", "Shared switch"]
