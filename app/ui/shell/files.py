# SPDX-License-Identifier: BSD-3-Clause
"""Opens, saves and closes sheets."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFile
from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.errors import one_line
from app.mail import file_name
from app.runtime.directories import DirectoryError
from app.runtime.references import Document, LiveObjectFileError, SealedFileError, read
from app.runtime.trust import read_document, without_content
from app.ui.composer.model import EditError, Editor, Entry, Recovery, recoverable
from app.ui.composer.model.atomic_file import save_document
from app.ui.composer.model.key_generation import from_template
from app.ui.composer.model.palette import for_anyone
from app.ui.composer.model.shared_editor import is_shared_sheet, share
from app.ui.composer.page import ComposerPage
from app.ui.composer.panels.palette.panel import PalettePanel
from app.ui.composer.panels.template_dialogs import SaveAsTemplateDialog
from app.ui.composer.panels.versions import VersionsDialog
from app.ui.composer.shared_session import SharedSession
from app.ui.pages_folder import is_own_page, numbered_title, store_page
from app.ui.player.local_user import signed_by_user, user_name
from app.ui.settings import WITH_CONTENT
from app.ui.shell.autosave import move_away
from app.ui.shell.last_copies import has_last_copy, may_close
from app.ui.translations import translated
from app.ui.welcome.gallery import SUFFIX, is_example, is_template

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.ui.main_window import MainWindow

_MOST_REOPENED = 20


class Files:
    """The commands of the menu *File*; each method returns at once and continues in the background."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.palette: PalettePanel | None = None
        self._opening: set[Path] = set()

    def new_sheet(self) -> None:
        """Open an empty sheet in a new tab."""
        self._window.spawn(self.new_page())

    async def new_page(self) -> ComposerPage:
        """Open an empty sheet and return its page."""
        catalogue = await self._window.catalogue()
        taken = [page.title for page in self._window.pages()]
        page = self._window.add_page(Editor.new(catalogue))
        page.untitled = numbered_title(self._window.tr("Page"), taken)
        page.changed.emit()
        return page

    def make_palette(self, catalogue: Catalogue) -> PalettePanel:
        """The palette of the welcome page; choosing an entry starts a new sheet."""
        palette = PalettePanel(catalogue, self._window.theme)
        palette.chosen.connect(lambda entry: self._window.spawn(self.new_page_with(entry)))
        palette.file_opened.connect(self.open_file)
        palette.message.connect(self._window.show_message)
        self.palette = palette
        return palette

    async def new_page_with(self, entry: Entry) -> ComposerPage:
        """Open a new sheet with a palette entry on it."""
        page = await self.new_page()
        page.canvas.add_entry(entry)
        return page

    def open_file(self, file: Path) -> None:
        """Open a file in a tab, or show the tab that has it."""
        self._window.spawn(self.open_page(file))

    def use_file(self, file: Path) -> None:
        """Open a file in a tab and show what is in it, live."""
        if file not in self._opening:  # a double click is two clicks
            self._opening.add(file)
            self._window.spawn(self._used(file))

    async def _used(self, file: Path) -> None:
        try:
            await self.use_page(file)
        finally:
            self._opening.discard(file)

    async def use_page(self, file: Path) -> ComposerPage | None:
        """Open a file, or a page of one's own made from a template, and show what is in it."""
        if is_template(file):
            stored = await self._from_template(file)
            if stored is None:
                return None
            file = stored
        known = self._page_of(file)
        page = known or await self.open_page(file)
        if page is not None and known is None and page.session is None and page.canvas.view.blocks:
            await page.use()
        return page

    async def _from_template(self, file: Path) -> Path | None:
        """Store a page made from a template, with names and keys of its own, for anyone like all that is new."""
        catalogue = await self._window.catalogue()

        def store() -> Path:
            document = for_anyone(from_template(read(file), catalogue), catalogue)
            title = translated(document.title) or file.stem
            document = replace(document, description=translated(document.description))
            return store_page(document, title, signed_by_user)

        try:
            return await asyncio.to_thread(store)
        except (LiveObjectFileError, EditError, DirectoryError, OSError) as error:
            self._window.show_message(one_line(error))
            return None

    async def open_page(self, file: Path) -> ComposerPage | None:
        """Open a file and return its page; shows errors and returns `None`."""
        known = self._page_of(file)
        if known is not None:
            self._window.show_page(known)
            return known
        if is_example(file):
            return await self.open_example(file)
        catalogue = await self._window.catalogue()
        try:
            editor = await asyncio.to_thread(Editor.open, file, catalogue)
        except SealedFileError as error:
            return await self._open_sealed(file, error)
        except (LiveObjectFileError, OSError) as error:
            self._window.show_message(one_line(error))
            self._window.settings.forget_file(file)
            return None
        self._window.settings.remember_file(file)
        if is_shared_sheet(editor.document.reference):
            editor.close()  # the file only refers to the shared sheet
            return await self.open_shared(editor.document, file)
        editor.check_soon()
        return self._window.add_page(editor)

    async def _open_sealed(self, file: Path, error: SealedFileError) -> ComposerPage | None:
        """Open a sealed shared sheet; refuse other sealed files, which editing would store unsealed."""
        words = str(error)
        try:
            document = await asyncio.to_thread(read_document, file)
            if is_shared_sheet(document.reference):
                self._window.settings.remember_file(file)
                return await self.open_shared(document, file)
        except LiveObjectFileError as refused:
            words = str(refused)
        self._window.show_message(" ".join(words.split()))
        return None

    async def open_shared(self, document: Document, file: Path) -> ComposerPage:
        """Join a shared sheet."""
        window = self._window
        name = user_name(window.settings)
        session = await SharedSession.open(document, file, await window.catalogue(), window.gate, name)
        return window.add_page(session.editor, session)

    async def open_example(self, file: Path) -> ComposerPage | None:
        """Open a copy of a gallery file as a new sheet; one made from a template has names and keys of its own."""
        try:
            document = await asyncio.to_thread(read, file)
        except (LiveObjectFileError, OSError) as error:
            self._window.show_message(one_line(error))
            return None
        if is_template(file):
            catalogue = await self._window.catalogue()
            document = for_anyone(from_template(document, catalogue), catalogue)
        return await self.show_document(document)

    async def show_document(self, document: Document) -> ComposerPage:
        """Open a document as a sheet without a file."""
        editor = Editor(document, await self._window.catalogue())
        editor.check_soon()
        return self._window.add_page(editor)

    def recoverable_sheets(self) -> list[Recovery]:
        """Sheets in files of the user that crashed processes left behind."""
        return [found for found in recoverable() if found.unsaved and not _is_own(found)]

    async def reopen_pages(self) -> None:
        """Open the stored pages that were edited when the program crashed; nothing of them is lost."""
        found = [each for each in await asyncio.to_thread(recoverable) if _is_own(each)]
        for recovery in reversed(found[:_MOST_REOPENED]):
            page = await self.recover(recovery)
            page.untitled = recovery.title or numbered_title(self._window.tr("Page"))
            if page.autosave is not None:
                await page.autosave.save()

    async def discard_recovery(self, recovery: Recovery) -> None:
        """Discard a recoverable sheet."""
        editor = await asyncio.to_thread(Editor.recover, recovery, await self._window.catalogue())
        editor.close()

    async def recover(self, recovery: Recovery) -> ComposerPage:
        """Open a recovered sheet."""
        catalogue = await self._window.catalogue()
        editor = await asyncio.to_thread(Editor.recover, recovery, catalogue)
        editor.check_soon()
        return self._window.add_page(editor)

    def remove_file(self, file: Path) -> None:
        """Move a stored page to the trash, unless it is open."""
        if self._page_of(file) is not None:
            self._window.show_message(self._window.tr("This page is open in a tab; close it first."))
        elif not QFile(str(file)).moveToTrash():
            self._window.show_message(self._window.tr("{name} cannot be moved to the trash.").format(name=file.name))
        else:
            self._window.settings.forget_file(file)
            self._window.offer_recent()

    def ask_for_file(self) -> None:
        """Let the user choose a file to open."""
        dialog = QFileDialog(self._window, self._window.tr("Open a live object"), str(self._folder()))
        dialog.setNameFilters(
            [self._window.tr("Live objects (*{suffix})").format(suffix=SUFFIX), self._window.tr("All files (*)")]
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.use_file(Path(name)))
        dialog.open()

    def save(self) -> None:
        """Save the current sheet; ask for a file if it has none."""
        page = self._window.page
        if page is None:
            return
        if page.editor.file is None or page.editor.read_only:
            self.save_as()
        else:
            page.spawn(page.save(with_content=self.with_content))

    def save_as(self) -> None:
        """Ask for a file and save the sheet there."""
        page = self._window.page
        if page is None:
            return
        dialog = self._save_dialog(page, self._window.tr("Save the page"))
        dialog.fileSelected.connect(lambda name: page.spawn(self.save_to(page, Path(name))))
        dialog.open()

    @property
    def with_content(self) -> bool:
        """Whether saved files carry what the objects contain."""
        return self._window.settings.flag(WITH_CONTENT, True)

    def toggle_content(self) -> None:
        """Save with or without content from now on."""
        self._window.settings.put(WITH_CONTENT, not self.with_content)
        self._window.commands.refresh()

    def save_without_content(self) -> None:
        """Ask for a file and write a template: the sheet without what its objects contain."""
        page = self._window.page
        if page is None:
            return
        dialog = self._save_dialog(page, self._window.tr("Save as a template, without content"))
        dialog.fileSelected.connect(lambda name: self._window.spawn(self.write_template(page, Path(name))))
        dialog.open()

    async def write_template(self, page: ComposerPage, file: Path) -> None:
        """Write a copy of a sheet without content; the page stays with its own file."""
        template = signed_by_user(without_content(page.editor.document))
        try:
            await asyncio.to_thread(save_document, file, template)
        except EditError as error:
            self._window.show_message(one_line(error))
            return
        self._window.show_message(self._window.tr("A template was saved."))

    async def save_to(self, page: ComposerPage, file: Path) -> bool:
        """Save a sheet to a file unless another tab has it open."""
        other = self._page_of(file)
        if other is not None and other is not page:
            self._window.show_message(self._window.tr("This file is open in another tab; choose another one."))
            return False
        before = page.editor.file
        saved = await page.save(file, with_content=self.with_content)
        if saved:
            move_away(page, before, self._window.settings)
        return saved

    def show_versions(self) -> None:
        """Show earlier versions of the sheet."""
        page = self._window.page
        if page is not None:
            VersionsDialog(page.editor, self._window.theme, self._window).open()

    def save_as_template(self) -> None:
        """Save the sheet to My objects."""
        page = self._window.page
        if page is None:
            return
        dialog = SaveAsTemplateDialog(page.editor.document, self._window)
        dialog.saved.connect(self._kept)
        dialog.open()

    def share_sheet(self) -> None:
        """Turn the sheet into a shared one."""
        page = self._window.page
        if page is None or page.session is not None:
            return
        dialog = self._save_dialog(page, self._window.tr("Where others will find the shared page"))
        dialog.fileSelected.connect(lambda name: self._window.spawn(self.share_page(page, Path(name))))
        dialog.open()

    async def share_page(self, page: ComposerPage, file: Path) -> ComposerPage | None:
        """Write a shared sheet with a page's content and open it; the page does not change."""
        catalogue = await self._window.catalogue()
        shared = for_anyone(share(page.editor.document, catalogue), catalogue)
        await asyncio.to_thread(lambda: save_document(file, signed_by_user(shared)))
        opened = await self.open_page(file)
        self._window.show_message(
            self._window.tr("Send the file {name} to others: whoever opens it edits with you.").format(name=file.name)
        )
        return opened

    def close_current(self) -> None:
        """Close the current sheet."""
        page = self._window.page
        if page is not None:
            self.close_page(page)

    def close_page(self, page: ComposerPage) -> None:
        """Close a sheet; ask about unsaved changes, and about content that would be lost."""
        if has_last_copy(page):
            self._window.spawn(self._close_if_allowed(page))
        else:
            self._close(page)

    async def _close_if_allowed(self, page: ComposerPage) -> None:
        if await may_close(page):
            self._close(page)

    def _close(self, page: ComposerPage) -> None:
        if not page.unsaved:
            self._window.spawn(self._close_saved(page))
            return
        self._ask_and_close(page)

    async def _close_saved(self, page: ComposerPage) -> None:
        if page.autosave is None or not page.autosave.applies or await page.autosave.save():
            await self._window.remove_page(page)
        else:
            self._ask_and_close(page)

    def _ask_and_close(self, page: ComposerPage) -> None:
        box = self.question([page.title])
        box.finished.connect(lambda _: self._apply_close_answer(page, box))
        box.open()

    def question(self, titles: list[str]) -> QMessageBox:
        """The question what to do with unsaved changes."""
        tr = self._window.tr
        named = "\n".join(f"•  {title}" for title in titles)
        box = QMessageBox(self._window)
        box.setWindowTitle(tr("Changes that are not saved"))
        box.setText(tr("Save the changes before closing?"))
        box.setInformativeText(named)
        buttons = QMessageBox.StandardButton
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        return box

    def _apply_close_answer(self, page: ComposerPage, box: QMessageBox) -> None:
        answer = box.standardButton(box.clickedButton())
        if answer == QMessageBox.StandardButton.Discard:
            self._window.spawn(self._window.remove_page(page))
        elif answer == QMessageBox.StandardButton.Save:
            self._window.spawn(self.save_and_close([page]))
        box.deleteLater()

    async def save_and_close(self, pages: list[ComposerPage]) -> bool:
        """Save and close sheets; `False` if one needs the user."""
        for page in pages:
            file = page.editor.file or await self._ask_where(page)
            if file is None or not await self.save_to(page, file):
                return False
            await self._window.remove_page(page)
        return True

    async def _ask_where(self, page: ComposerPage) -> Path | None:
        self._window.show_page(page)
        chosen: asyncio.Future[Path | None] = asyncio.get_running_loop().create_future()
        dialog = self._save_dialog(page, self._window.tr("Save the page"))
        dialog.finished.connect(
            lambda accepted: chosen.set_result(Path(dialog.selectedFiles()[0]) if accepted else None)
        )
        dialog.open()
        return await chosen

    def _save_dialog(self, page: ComposerPage, words: str) -> QFileDialog:
        dialog = QFileDialog(self._window, words, str(self._folder()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.setNameFilters([self._window.tr("Live objects (*{suffix})").format(suffix=SUFFIX)])
        named = replace(page.editor.document, title=page.title)
        dialog.selectFile(page.editor.file.name if page.editor.file else file_name(named))
        return dialog

    def _page_of(self, file: Path) -> ComposerPage | None:
        for page in self._window.pages():
            if page.editor.file is not None and page.editor.file.absolute() == file.absolute():
                return page
        return None

    def _kept(self) -> None:
        shown = [page.palette_panel for page in self._window.pages()]
        for palette in [*shown, *([self.palette] if self.palette is not None else [])]:
            palette.reload()
        self._window.show_message(self._window.tr("It is in the palette now, under My objects."))

    def _folder(self) -> Path:
        recent = self._window.settings.recent_files
        return recent[0].parent if recent else Path.home()


def _is_own(recovery: Recovery) -> bool:
    return recovery.file is None or is_own_page(recovery.file)
