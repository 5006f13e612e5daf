# SPDX-License-Identifier: BSD-3-Clause
"""A real LibreOffice without a window, and a script that edits its documents as a person at that window would."""

from __future__ import annotations

import fcntl
import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from objects_library.outside.spreadsheet_range.office import Installation, find_office

_PATIENCE = 60.0
_SCRIPT = """
import json, os, sys, uno
pipe, url, work = sys.argv[1], uno.systemPathToFileUrl(sys.argv[2]), json.loads(sys.argv[3])
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
document = next((each for each in desktop.Components if each.URL == url), None)
for what, cell, text in work if document is not None else ():
    at = document.Sheets.getByIndex(0).getCellRangeByName(cell) if cell else None
    if what == "write":
        at.FormulaLocal = text
    elif what == "formula":
        at.Formula = text
    elif what == "protect":
        document.Sheets.getByIndex(0).protect("")
    elif what == "close":
        document.close(True)
print(json.dumps([getattr(each, "URL", "") for each in desktop.Components]), flush=True)
os._exit(0)  # what was done is done; taking the bridge down sometimes crashes in LibreOffice's own code
"""


class Calc:
    """LibreOffice with a profile, as the bridges of that profile use it."""

    def __init__(self, profile: Path) -> None:
        self.profile = profile
        name = hashlib.sha256(str(profile.resolve()).encode()).hexdigest()[:16]
        self.pipe = f"liveobjects_{name}"

    @property
    def office(self) -> Installation:
        """Where it is."""
        found = find_office()
        assert found is not None, "LibreOffice is not installed; ./test installs it"
        return found

    def do(self, document: Path, *work: tuple[str, str, str]) -> list[str]:
        """Do something to an open document; returns the addresses of all that are open."""
        command = [self.office.python, "-c", _SCRIPT, self.pipe, str(document), json.dumps(work)]
        done = subprocess.run(command, capture_output=True, check=False, timeout=_PATIENCE)
        assert done.returncode == 0, (done.returncode, done.stderr.decode())
        found: list[str] = json.loads(done.stdout)
        return found

    def write(self, document: Path, cell: str, text: str) -> None:
        """Type something into a cell."""
        self.do(document, ("write", cell, text))

    def processes(self) -> list[int]:
        """The numbers of its processes."""
        wanted = f"-env:UserInstallation={self.profile.resolve().as_uri()}".encode()
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if wanted in path.read_bytes().split(b"\0"):
                    found.append(int(path.parent.name))
            except OSError:
                continue
        return found


@contextmanager
def running_libreoffice(profile: Path) -> Iterator[Calc]:
    """LibreOffice that stays for as long as this lasts, so that bridges need not start it again and again."""
    calc = Calc(profile)
    profile.mkdir(parents=True, exist_ok=True)
    command = [
        calc.office.program,
        "--headless",
        f"-env:UserInstallation={profile.resolve().as_uri()}",
        "--norestore",
        "--nologo",
        "--nodefault",
        "--nofirststartwizard",
        f"--accept=pipe,name={calc.pipe};urp;",
    ]
    with (profile / "users.lock").open("a") as users:
        fcntl.flock(users, fcntl.LOCK_SH)
        process: subprocess.Popen[Any] | None = None
        until = time.monotonic() + _PATIENCE
        try:
            while True:
                if process is None or process.poll() is not None:  # a new profile makes it start again
                    process = subprocess.Popen(command, stdout=sys.stderr, stderr=subprocess.DEVNULL)
                try:
                    calc.do(profile)
                except AssertionError:
                    assert time.monotonic() < until, "LibreOffice did not start in time"
                    time.sleep(0.1)  # nothing tells when it listens
                else:
                    break
            yield calc
        finally:
            if process is not None:
                process.terminate()
                process.wait(_PATIENCE)
