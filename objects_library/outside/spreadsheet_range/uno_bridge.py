# SPDX-License-Identifier: BSD-3-Clause
"""Joins a range of a LibreOffice document to a pipe of JSON lines; runs with the Python of the system.

The first line that comes in says what to open. Then come `set` (cells to write) and `end`; out go `opened`,
`cells` (those that have changed), `written` and `trouble`. It ends when its input ends.
"""

# mypy: ignore-errors
from __future__ import annotations

import contextlib
import ctypes
import fcntl
import hashlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException
from com.sun.star.uno import Exception as UnoError
from com.sun.star.util import XCloseListener, XModifyListener

_START = 60.0
"""Seconds within which LibreOffice must answer."""
_SAVE = 1.0
"""Seconds after the last change of others until the document is saved."""
_SETTLE = 0.02
_LAST = 20.0
"""Seconds after the end of the input until this ends in any case."""
_MOST_CELLS = 10_000
_LONGEST = 2_000
_PIECE = 500
_MANY = 40
"""From so many changed cells on, plain numbers are not asked for one by one."""
_FORMATS_PER_LANGUAGE = 5000
"""In LibreOffice the first number format of each language is the general one."""


class Trouble(Exception):  # noqa: N818 - told to people, not raised at them
    """Why it does not work, for people; `again` when it may work later."""

    def __init__(self, text: str, *, again: bool = True) -> None:
        super().__init__(text)
        self.again = again


def send(kind: str, **more: object) -> None:
    """Write one line of JSON."""
    sys.stdout.write(json.dumps({"kind": kind, **more}) + "\n")
    sys.stdout.flush()


class Office:
    """LibreOffice with a profile of its own, shared by all bridges that name the same one."""

    def __init__(self, profile: str, program: str, *, visible: bool) -> None:
        self.profile = profile
        self._program = program
        self._visible = visible
        folder = Path(profile)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.pipe = pipe_of(profile)
        self._users = (folder / "users.lock").open("a")  # for as long as this lives
        self._starting = (folder / "starting.lock").open("a")
        self.process: subprocess.Popen[bytes] | None = None

    def desktop(self):
        """The desktop of a LibreOffice that runs, or of one that is started."""
        fcntl.flock(self._users, fcntl.LOCK_SH)
        fcntl.flock(self._starting, fcntl.LOCK_EX)
        try:
            return self._connect() or self._start()
        finally:
            fcntl.flock(self._starting, fcntl.LOCK_UN)

    def _connect(self):
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        try:
            context = resolver.resolve(f"uno:pipe,name={self.pipe};urp;StarOffice.ComponentContext")
        except (NoConnectException, UnoError):
            return None
        return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)

    def _start(self):
        command = [
            self._program,
            f"-env:UserInstallation={uno.systemPathToFileUrl(self.profile)}",
            "--norestore",
            "--nologo",
            "--nodefault",
            "--nofirststartwizard",
            f"--accept=pipe,name={self.pipe};urp;",
        ]
        if not self._visible:
            command.insert(1, "--headless")
        until = time.monotonic() + _START
        while time.monotonic() < until:
            if self.process is None or self.process.poll() is not None:
                self.process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    preexec_fn=None if self._visible else end_with_parent,  # noqa: PLW1509 - before any thread that matters
                )
            desktop = self._connect()
            if desktop is not None:
                return desktop
            time.sleep(0.1)  # nothing tells when it listens
        raise Trouble("LibreOffice did not start in time")

    def leave(self, desktop) -> None:
        """End LibreOffice if nobody else uses it."""
        try:
            fcntl.flock(self._users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return
        with contextlib.suppress(UnoError, DisposedException):
            desktop.terminate()


def end_with_parent() -> None:
    """A LibreOffice that nobody sees ends with whoever started it; a window may hold what is not saved."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def pipe_of(profile: str) -> str:
    """The name of the pipe of a profile."""
    return "liveobjects_" + hashlib.sha256(str(Path(profile).resolve()).encode()).hexdigest()[:16]


class Listener(unohelper.Base, XModifyListener, XCloseListener):
    """Puts what LibreOffice tells into the queue."""

    def __init__(self, events: queue.Queue) -> None:
        self._events = events

    def modified(self, event) -> None:
        """Something in the document has changed."""
        del event
        self._events.put(("changed", None))

    def queryClosing(self, event, owner) -> None:
        """Anybody may close it."""

    def notifyClosing(self, event) -> None:
        """Somebody closes the document."""
        del event
        self._events.put(("closed", None))

    def disposing(self, event) -> None:
        """LibreOffice ends."""
        del event
        self._events.put(("closed", None))


def properties(**values: object) -> tuple:
    """Named values, as LibreOffice wants them."""
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


class Range:
    """The cells of one range, and how they were last seen."""

    def __init__(self, desktop, wanted: dict, office: Office) -> None:
        self._path = wanted["file"]
        self._url = uno.systemPathToFileUrl(self._path)
        self._see_lock(office)
        self.opened_here = False
        self.document = self._find(desktop) or self._load(desktop, wanted)
        if not self.document.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
            raise Trouble("the document is not a spreadsheet", again=False)
        if wanted["write"] and self.document.isReadonly():
            raise Trouble("the document is read-only here: somebody else has it open, or it may not be written")
        sheets = self.document.Sheets
        name = wanted["sheet"] or sheets.ElementNames[0]
        if not sheets.hasByName(name):
            raise Trouble(f"the document has no sheet {name[:60]}", again=False)
        try:
            self.cells = sheets.getByName(name).getCellRangeByName(wanted["range"])
        except UnoError:
            raise Trouble(f"{wanted['range'][:60]} is no range of cells", again=False) from None
        place = self.cells.RangeAddress
        self.rows = place.EndRow - place.StartRow + 1
        self.columns = place.EndColumn - place.StartColumn + 1
        if self.rows * self.columns > _MOST_CELLS:
            raise Trouble(f"a range has at most {_MOST_CELLS:,} cells here", again=False)
        self.first = (place.StartRow, place.StartColumn)
        self.sheet = name
        self._seen: dict[tuple[int, int], tuple] = {}
        self._comma: bool | None = None

    def _see_lock(self, office: Office) -> None:
        """Who else has it open; a lock that a LibreOffice of this profile has left is nobody's."""
        path = Path(self._path)
        path = path.with_name(f".~lock.{path.name}#")
        try:
            text = path.read_text(encoding="utf-8", errors="replace")[:2000]
        except OSError:
            return
        if uno.systemPathToFileUrl(office.profile) in text:
            if office.process is not None:  # just started: whoever wrote that is gone
                with contextlib.suppress(OSError):
                    path.unlink()
            return
        names = [part.strip() for part in text.split(",")[:2]]
        who = next(filter(None, names), "")
        raise Trouble(f"{who or 'somebody'} has the document open in another LibreOffice; close it there")

    def _find(self, desktop):
        for component in desktop.Components:
            if getattr(component, "URL", "") == self._url:
                return component
        return None

    def _load(self, desktop, wanted: dict):
        if not Path(self._path).is_file():
            raise Trouble("the document is not there")
        self.opened_here = True
        given = properties(
            Hidden=not wanted["visible"],
            MacroExecutionMode=0,  # never: the document may be anybody's
            UpdateDocMode=0,  # no links to elsewhere
            Silent=True,
        )
        try:
            document = desktop.loadComponentFromURL(self._url, "_blank", 0, given)
        except DisposedException:
            raise
        except UnoError as error:
            raise Trouble(f"LibreOffice cannot open the document: {error.Message or 'it says not why'}") from None
        if document is None:
            raise Trouble("LibreOffice cannot open the document")
        return document

    def changes(self) -> list:
        """The cells that have changed: row, column, shown text, formula, whether a number."""
        values, formulas = self.cells.getDataArray(), self.cells.getFormulaArray()
        others = []
        for row in range(self.rows):
            for column in range(self.columns):
                now = (values[row][column], formulas[row][column])
                if now != self._seen.get((row, column), ("", "")):
                    self._seen[row, column] = now
                    others.append((row, column, *now))
        plain = self._plain_places() if len(others) > _MANY else frozenset()
        found = []
        for row, column, value, formula in others:
            if (row, column) in plain and isinstance(value, float):
                found.append([row, column, self._general(row, column, value), _formula(formula), True])
            else:
                found.append([row, column, *self._shown(row, column, value, formula)])
        return found

    def _plain_places(self) -> frozenset:
        """Cells whose numbers look as numbers do by themselves; asking for each one's text takes long."""
        first_row, first_column = self.first
        places = set()
        for part in self.cells.getCellFormatRanges():
            if part.NumberFormat % _FORMATS_PER_LANGUAGE:
                continue
            at = part.RangeAddress
            rows = range(at.StartRow - first_row, at.EndRow - first_row + 1)
            columns = range(at.StartColumn - first_column, at.EndColumn - first_column + 1)
            places.update((row, column) for row in rows for column in columns)
        return frozenset(places)

    def _general(self, row: int, column: int, value: float) -> str:
        if value == int(value) and abs(value) < 1e10:
            return str(int(value))
        if self._comma is None:
            self._comma = "," in self.cells.getCellByPosition(column, row).getString()
        text = f"{value:.10g}"
        return text.replace(".", ",") if self._comma else text

    def _shown(self, row: int, column: int, value, formula) -> tuple:
        """What a cell shows, its formula, and whether it is a number."""
        number = isinstance(value, float)
        if not number and not str(formula).startswith("="):
            return str(value)[:_LONGEST], "", False
        cell = self.cells.getCellByPosition(column, row)
        # Texts that begin like formulas are no formulas.
        is_formula = cell.Type.value == "FORMULA"
        return cell.getString()[:_LONGEST], formula[:_LONGEST] if is_formula else "", number

    def write(self, cells: list) -> str:
        """Write texts into cells: numbers, times and the like as such; says what was not possible."""
        refused = ""
        self.document.lockControllers()
        try:
            for row, column, text in cells:
                if not (0 <= row < self.rows and 0 <= column < self.columns):
                    continue
                cell = self.cells.getCellByPosition(column, row)
                before = cell.getFormula()
                try:
                    self._put(cell, text)
                except DisposedException:
                    raise
                except UnoError as error:
                    refused = error.Message or "LibreOffice refused it"
                if text != "" and cell.getFormula() == before == "":
                    refused = "the cell is protected"
        finally:
            self.document.unlockControllers()
        return refused

    def _put(self, cell, text: str) -> None:
        if text == "":
            cell.setFormula("")
        elif text.startswith(("=", "'")):
            cell.setString(text.removeprefix("'"))  # others write values, no formulas
        else:
            number = _number(text)
            if number is None:
                # LibreOffice reads times, percentages and the like as it does when somebody types them.
                cell.FormulaLocal = text
            else:
                cell.setValue(number)


def _formula(text) -> str:
    return text[:_LONGEST] if str(text).startswith("=") else ""


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if number - number == 0 and not text.strip().lower().startswith(("nan", "inf")) else None


def read_input(events: queue.Queue) -> None:
    """Queue the messages of the owner, and the end of the input."""
    for line in sys.stdin:
        try:
            events.put(("message", json.loads(line)))
        except ValueError:
            continue
    events.put(("end", None))
    time.sleep(_LAST)
    os._exit(5)  # LibreOffice does not answer


def send_cells(cells: list, by: str = "") -> None:
    """Send cells in pieces."""
    for start in range(0, len(cells), _PIECE):
        send("cells", cells=cells[start : start + _PIECE], by=by)


def serve(shared: Range, events: queue.Queue, wanted: dict) -> None:
    """Serve until the owner or the document ends."""
    send(
        "opened", rows=shared.rows, columns=shared.columns, first=list(shared.first), sheet=shared.sheet,
        writable=bool(wanted["write"]),
    )  # fmt: skip
    send_cells(shared.changes())
    send("ready")
    save_at = None
    while True:
        patience = None if save_at is None else max(0.0, save_at - time.monotonic())
        try:
            kind, message = events.get(timeout=patience)
        except queue.Empty:
            save_at = None
            save(shared)
            continue
        if kind == "end":
            if save_at is not None:
                save(shared)
            return
        if kind == "closed":
            raise Trouble("the document was closed in LibreOffice", again=not wanted["visible"])
        if kind == "changed":
            time.sleep(_SETTLE)  # what comes together is read together
            kept = drain(events)
            send_cells(shared.changes())
            for event in kept:
                events.put(event)
        elif kind == "message" and message.get("kind") == "set":
            refused = shared.write(message["cells"])
            send_cells(shared.changes(), message.get("by", ""))
            send("written", request=message["request"], refused=refused)
            if not wanted["visible"]:
                save_at = time.monotonic() + _SAVE


def drain(events: queue.Queue) -> list:
    """Merge consecutive changes, and keep everything else."""
    kept = []
    while True:
        try:
            event = events.get_nowait()
        except queue.Empty:
            return kept
        if event[0] != "changed":
            kept.append(event)


def save(shared: Range) -> None:
    """Save the document, and report if that fails."""
    try:
        shared.document.store()
    except UnoError as error:
        send("unsaved", text=error.Message or "the document could not be saved")


def main() -> int:
    """Open, serve, and leave everything as it was found."""
    events: queue.Queue = queue.Queue()
    wanted = json.loads(sys.stdin.readline())
    threading.Thread(target=read_input, args=(events,), daemon=True).start()
    office = Office(wanted["profile"], wanted["program"], visible=wanted["visible"])
    desktop = shared = listener = None
    code = 0
    try:
        desktop = office.desktop()
        shared = Range(desktop, wanted, office)
        listener = Listener(events)
        shared.document.addModifyListener(listener)
        shared.document.addCloseListener(listener)
        serve(shared, events, wanted)
    except Trouble as trouble:
        send("trouble", text=str(trouble), again=trouble.again)
        code = 3
    except (DisposedException, UnoError):
        send("trouble", text="LibreOffice has ended", again=True)
        return 4
    with contextlib.suppress(Exception):  # whatever is gone already needs no closing
        if shared is not None:
            shared.document.removeModifyListener(listener)
            shared.document.removeCloseListener(listener)
            if shared.opened_here and not wanted["visible"]:
                shared.document.close(True)
    if desktop is not None and not wanted["visible"]:
        office.leave(desktop)
    return code


if __name__ == "__main__":
    sys.exit(main())
