# SPDX-License-Identifier: BSD-3-Clause
"""A real LibreOffice with windows: opens, pastes and saves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from objects_library.outside.spreadsheet_range.office import find_office

_PATIENCE = 60.0
_SCRIPT = """
import json, sys, time, uno
from com.sun.star.beans import PropertyValue

def given(name, value):
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made

local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
until = time.monotonic() + 60
while True:
    try:
        context = resolver.resolve(f"uno:pipe,name={sys.argv[1]};urp;StarOffice.ComponentContext")
        break
    except Exception:  # nothing tells when it listens
        if time.monotonic() > until:
            raise
        time.sleep(0.05)
make = context.ServiceManager.createInstanceWithContext
desktop = make("com.sun.star.frame.Desktop", context)

def links(document):
    if hasattr(document, "GraphicObjects"):
        pictures = [document.GraphicObjects.getByName(name) for name in document.GraphicObjects.ElementNames]
        return [[each.HyperLinkURL, each.Title] for each in pictures]
    pages = [document.DrawPages.getByIndex(number) for number in range(document.DrawPages.Count)]
    shapes = [page.getByIndex(number) for page in pages for number in range(page.Count)]
    return [[each.Bookmark, each.Title] for each in shapes if "GraphicObject" in each.ShapeType]

def opened(path, *how):
    url = path if path.startswith("private:") else uno.systemPathToFileUrl(path)
    return desktop.loadComponentFromURL(url, "_blank", 0, how)

for line in sys.stdin:
    what, path, copy, how = json.loads(line)
    document = opened(path, *([given("Hidden", True)] if what == "read" else []))
    frame = document.CurrentController.Frame
    if what == "paste":
        make("com.sun.star.frame.DispatchHelper", context).executeDispatch(frame, ".uno:Paste", "", 0, ())
    said = links(document)
    if copy:
        document.storeToURL(uno.systemPathToFileUrl(copy), (given("FilterName", how),))
    if what == "show":
        frame.ContainerWindow.setPosSize(0, 0, 1200, 860, 15)
    else:
        document.close(True)
    print(json.dumps(said), flush=True)
desktop.terminate()
"""
_FILTERS = {
    ".odt": "writer8",
    ".odp": "impress8",
    ".docx": "MS Word 2007 XML",
    ".pptx": "Impress MS PowerPoint 2007 XML",
    ".png": "writer_png_Export",
    "": "",
}


class Office:
    """LibreOffice on a display."""

    def __init__(self, script: subprocess.Popen[str]) -> None:
        self._script = script

    def read(self, file: Path, copy: Path | None = None) -> list[tuple[str, str]]:
        """Return the links and titles of the pictures in a document; saves a copy if one is named."""
        return self._do("read", str(file), copy)

    def paste(self, copy: Path) -> list[tuple[str, str]]:
        """Return the same of a new text into which the clipboard is pasted, and which is saved."""
        return self._do("paste", "private:factory/swriter", copy)

    def show(self, file: Path) -> None:
        """Open a document in a window that stays."""
        self._do("show", str(file), None)

    def _do(self, what: str, path: str, copy: Path | None) -> list[tuple[str, str]]:
        assert self._script.stdin is not None
        assert self._script.stdout is not None
        name = "" if copy is None else str(copy)
        self._script.stdin.write(json.dumps([what, path, name, _FILTERS[Path(name).suffix]]) + "\n")
        self._script.stdin.flush()
        answer: list[Any] = json.loads(self._script.stdout.readline() or "[]")
        return [(link, title) for link, title in answer]


@contextmanager
def office_on(environment: Mapping[str, str], profile: Path) -> Iterator[Office]:
    """Run LibreOffice with windows and a profile of its own."""
    found = find_office()
    assert found is not None, "LibreOffice is not installed; ./test installs it"
    pipe = f"liveobjects_{profile.parent.name}_{profile.name}".replace("-", "_")
    options = ["--norestore", "--nologo", "--nodefault", "--nofirststartwizard", f"--accept=pipe,name={pipe};urp;"]
    starter = Path(found.program).with_name("soffice")  # restarts with a new profile, as it requires
    command = [str(starter), f"-env:UserInstallation={profile.resolve().as_uri()}", *options]
    process = subprocess.Popen(
        command, env=environment, stdout=sys.stderr, stderr=subprocess.DEVNULL, start_new_session=True
    )
    script = subprocess.Popen(
        [found.python, "-c", _SCRIPT, pipe], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield Office(script)
    finally:
        assert script.stdin is not None
        script.stdin.close()
        try:
            script.wait(_PATIENCE)
        finally:
            script.kill()
            assert script.stdout is not None
            script.stdout.close()
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(_PATIENCE)
