# SPDX-License-Identifier: BSD-3-Clause
"""The editor of an open sheet: document, history, file, and problems."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from pathlib import Path

from app.runtime.directories import DirectoryError
from app.runtime.library import Catalogue
from app.runtime.references import (
    Checker,
    Composite,
    ContentPart,
    Document,
    LiveObjectFileError,
    Problem,
    read,
    with_content_if_readable,
    write,
)
from app.runtime.references.file_io import read_bytes
from app.runtime.trust import carries_content, without_content
from app.ui.composer.model.atomic_file import FileState, file_state, save_document
from app.ui.composer.model.edits import Edit, EditError, edit_from_json, to_json
from app.ui.composer.model.file_lock import FileLock, lock_file
from app.ui.composer.model.history import Change, History
from app.ui.composer.model.journal import Journal, Recovery, recoverable
from app.ui.composer.model.listeners import Listeners
from app.ui.composer.model.versions import save_version

_PAUSE = 0.05
"""Seconds between two checks; typing and dragging make many edits in a row."""
_TIMEOUT = 30.0
"""Seconds between attempts to start a journal; writing a very large sheet takes long."""
_SYNC_AFTER = 1.0
"""Seconds from an edit to the fsync of the journal."""
_LONGEST_JOURNAL = 32 * 1024 * 1024
"""The journal size in bytes from which a save restarts it; undo after a crash ends at that save."""


class Editor:
    """One open sheet. Use it from one thread; only `save` blocks."""

    def __init__(self, document: Document, catalogue: Catalogue, file: Path | None = None) -> None:
        self._catalogue = catalogue
        self.carried: tuple[ContentPart, ...] = document.content
        """The content that the file carries; edits do not concern it."""
        document = without_content(document)
        self._history = History(document)
        self._saved: Document | None = document
        self._journal: Journal | None = None
        self._try_again_at = 0.0
        self._base = b""  # the bytes that were read; copying them is faster than encoding the document
        self._file_lock: FileLock | None = None
        self._on_disk: FileState | None = None
        self._changes: Listeners[Change] = Listeners()
        self._problem_listeners: Listeners[tuple[Problem, ...]] = Listeners()
        self._warning_listeners: Listeners[str] = Listeners()
        self._saving = asyncio.Lock()
        self._checking: asyncio.Task[None] | None = None
        self._syncing: asyncio.Task[None] | None = None
        self.file = file
        self.origin = document
        """The document as it was opened; what is not in it was made here."""
        self.read_only = ""
        self.problems: tuple[Problem, ...] = ()
        self.warning = ""
        self.sign: Callable[[Document], Document] = lambda each: each
        """Converts the edited document to the one that is saved."""

    @staticmethod
    def new(catalogue: Catalogue) -> Editor:
        """Create an empty sheet."""
        return Editor(Document(Composite()), catalogue)

    @staticmethod
    def open(path: Path, catalogue: Catalogue) -> Editor:
        """Open a file; read-only if somebody else has it open."""
        state = file_state(path)
        content = read_bytes(path)
        try:
            document = read(content)
        except LiveObjectFileError as error:
            raise error.in_file(str(path)) from None
        document, reason = with_content_if_readable(document, path)
        editor = Editor(document, catalogue, path)
        editor.warning = reason
        editor._base, editor._on_disk = b"" if carries_content(document) else content, state
        editor._take_lock()
        editor.check_soon()
        return editor

    @staticmethod
    def recover(recovery: Recovery, catalogue: Catalogue) -> Editor:
        """Open a sheet from a crash journal, with its undo history."""
        journal = Journal.take_over(recovery.directory)
        try:
            editor = Editor(journal.base(), catalogue, recovery.file)
        except LiveObjectFileError as error:
            journal.release()
            raise EditError(f"this page cannot be recovered: {error}", "open the last version") from None
        editor._journal = journal
        for record in journal.records():
            if "saved" in record:
                editor._saved = editor.document
            else:
                with contextlib.suppress(EditError):
                    editor._replay(record)
        if recovery.file is not None:
            editor._on_disk = file_state(recovery.file)
            editor._take_lock()
        editor.check_soon()
        return editor

    @property
    def document(self) -> Document:
        """The document as it is now."""
        return self._history.document

    @property
    def history(self) -> History:
        """The undo history."""
        return self._history

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of installed objects."""
        return self._catalogue

    @property
    def modified(self) -> bool:
        """Whether there are unsaved changes."""
        return self._saved is None or (self.document is not self._saved and self.document != self._saved)

    @property
    def undo_label(self) -> str:
        """The label of the next undo step; empty if there is none."""
        return self._history.undo_label

    @property
    def redo_label(self) -> str:
        """The label of the next redo step; empty if there is none."""
        return self._history.redo_label

    def do(self, edit: Edit, *, continues: str = "") -> None:
        """Apply an edit or raise `EditError`; with the last edit's `continues` key it joins that step."""
        self._expect_writable()
        record: dict[str, object] = {"do": to_json(edit)}  # refuses values that a file cannot hold
        if continues:
            record["continues"] = continues
        before = self.document
        change = self._history.do(edit, continues)
        self._keep(before, record)
        self._notify(change)

    def undo(self) -> None:
        """Undo the last step, if there is one."""
        self._expect_writable()
        change = self._history.undo()
        if change is not None:
            self._keep(change.before, {"undo": True})
            self._notify(change)

    def redo(self) -> None:
        """Redo the last undone step, if there is one."""
        self._expect_writable()
        change = self._history.redo()
        if change is not None:
            self._keep(change.before, {"redo": True})
            self._notify(change)

    def listen(self, on_change: Callable[[Change], None]) -> Callable[[], None]:
        """Call back on every change; returns an unsubscriber."""
        return self._changes.add(on_change)

    def listen_problems(self, on_problems: Callable[[tuple[Problem, ...]], None]) -> Callable[[], None]:
        """Call back with the problems after every check; returns an unsubscriber."""
        return self._problem_listeners.add(on_problems)

    def listen_warnings(self, on_warning: Callable[[str], None]) -> Callable[[], None]:
        """Call back on warnings such as a full disk or a changed file; returns an unsubscriber."""
        return self._warning_listeners.add(on_warning)

    async def save(self, file: Path | None = None, *, over: bool = False, version: bool = True) -> None:
        """Write the file atomically and keep a version.

        A file that another program has changed is overwritten only with `over`.
        """
        async with self._saving:  # saves are written in the order of their calls
            await self._save(file or self.file, over=over, version=version)

    async def _save(self, target: Path | None, *, over: bool, version: bool) -> None:
        if target is None:
            raise EditError("this page has no file yet", "choose one")
        moved = _absolute(target) != _absolute(self.file)
        if not moved:
            self._expect_writable()
            if not over and self.changed_on_disk():
                raise EditError(f"{target.name} was changed by somebody else", "save it under another name")
        document = self.document
        written = await asyncio.to_thread(self.sign, document)
        self._on_disk = await asyncio.to_thread(save_document, target, written)
        if version:
            with contextlib.suppress(OSError, DirectoryError):
                await asyncio.to_thread(save_version, target, document)
        self.file = target
        self._saved = document
        self._try_again_at = 0.0
        if moved:
            self._let_go()
            self._take_lock()
        if self._journal is not None:
            self._note_save(self._journal, document, target)

    def _note_save(self, journal: Journal, document: Document, file: Path) -> None:
        """Record a save in the journal; a very long journal is restarted."""
        if journal.size > _LONGEST_JOURNAL and document is self.document:
            with contextlib.suppress(OSError, DirectoryError):
                self._journal = Journal.start(write(document), document.title, _absolute(file))
                journal.drop()
                journal = self._journal
        journal.add({"saved": _absolute(file)})
        self._warn(journal.warning)

    def changed_on_disk(self) -> bool:
        """Whether another program changed the file."""
        if self.file is None or self._on_disk is None:
            return False
        return file_state(self.file) != self._on_disk

    def check_soon(self) -> None:
        """Schedule a check for problems, if an event loop runs."""
        with contextlib.suppress(RuntimeError):
            loop = asyncio.get_running_loop()
            if self._checking is None:
                self._checking = loop.create_task(self._check())

    async def check(self) -> tuple[Problem, ...]:
        """Check for problems now."""
        document = self.document
        found = tuple(await asyncio.to_thread(Checker(self._catalogue).check, document))
        if document.reference is self.document.reference:
            self.problems = found
            self._problem_listeners.notify(found)
        return found

    def close(self, *, recoverable: bool = False) -> None:
        """Close the sheet and discard unsaved changes and the journal, unless they shall be recoverable."""
        for task in (self._checking, self._syncing):
            if task is not None:
                task.cancel()
        if self._journal is not None:
            self._journal.release() if recoverable else self._journal.drop()
            self._journal = None
        self._let_go()

    async def _check(self) -> None:
        try:
            looked_at = None
            while looked_at is not self.document.reference:
                await asyncio.sleep(_PAUSE)
                looked_at = self.document.reference
                await self.check()
        finally:
            self._checking = None

    def _notify(self, change: Change) -> None:
        self._changes.notify(change)
        if change.after.reference is not change.before.reference:  # the drawing cannot cause problems
            self.check_soon()

    def _keep(self, before: Document, record: dict[str, object]) -> None:
        """Append a record to the journal; editing continues without one."""
        if self._journal is None and time.monotonic() < self._try_again_at:
            return
        try:
            if self._journal is None:
                base, self._base = self._base, b""  # valid only until the first edit
                self._journal = Journal.start(base or write(before), before.title, _absolute(self.file))
            self._journal.add(record)
            self._warn(self._journal.warning)
            self._sync_soon()
        except (OSError, DirectoryError, LiveObjectFileError) as error:
            self._try_again_at = time.monotonic() + _TIMEOUT
            self._warn(f"what you do cannot be kept safe from a crash: {error}")

    def _sync_soon(self) -> None:
        """Schedule an fsync of the journal, if an event loop runs."""
        with contextlib.suppress(RuntimeError):
            loop = asyncio.get_running_loop()
            if self._syncing is None:
                self._syncing = loop.create_task(self._sync())

    async def _sync(self) -> None:
        try:
            await asyncio.sleep(_SYNC_AFTER)
            if self._journal is not None:
                await asyncio.to_thread(self._journal.sync)
        finally:
            self._syncing = None

    def _replay(self, record: dict[str, object]) -> None:
        if "undo" in record:
            self._history.undo()
        elif "redo" in record:
            self._history.redo()
        else:
            self._history.do(edit_from_json(record.get("do")), str(record.get("continues", "")))

    def _warn(self, warning: str) -> None:
        if warning != self.warning:
            self.warning = warning
            self._warning_listeners.notify(warning)

    def _expect_writable(self) -> None:
        if self.read_only:
            raise EditError(self.read_only, "save it under another name to change it")

    def _take_lock(self) -> None:
        assert self.file is not None
        self._file_lock, holder = lock_file(self.file)
        self.read_only = f"{self.file.name} is open elsewhere: {holder}" if holder else ""

    def _let_go(self) -> None:
        if self._file_lock is not None:
            self._file_lock.release()
            self._file_lock = None


def _absolute(path: Path | None) -> str | None:
    return None if path is None else str(path.absolute())


__all__ = ["Change", "Editor", "Recovery", "recoverable"]
