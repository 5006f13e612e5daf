# SPDX-License-Identifier: BSD-3-Clause
"""Opens, saves and closes sheets."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.errors import one_line
from app.mail import file_name
from app.runtime.references import Document, LiveObjectFileError, SealedFileError, read
from app.runtime.trust import read_document
from app.ui.composer.model import Editor, Entry, Recovery, recoverable
from app.ui.composer.model.atomic_file import save_document
from app.ui.composer.model.shared_editor import is_shared_sheet, share
from app.ui.composer.page import ComposerPage
from app.ui.composer.panels.palette.panel import PalettePanel
from app.ui.composer.panels.template_dialogs import SaveAsTemplateDialog
from app.ui.composer.panels.versions import VersionsDialog
from app.ui.composer.shared_session import SharedSession
from app.ui.player.local_user import user_name
from app.ui.welcome.gallery import SUFFIX, is_example

if TYPE_CHECKING:
    from app.runtime.library import Catalogue
    from app.ui.main_window import MainWindow


class Files:
    """The commands of the menu *File*; each method returns at once and continues in the background."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.palette: PalettePanel | None = None

    def new_sheet(self) -> None:
        """Open an empty sheet in a new tab."""
        self._window.spawn(self.new_page())

    async def new_page(self) -> ComposerPage:
        """Open an empty sheet and return its page."""
        catalogue = await self._window.catalogue()
        return self._window.add_page(Editor.new(catalogue))

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
        """Open a copy of a gallery file as a new sheet."""
        try:
            document = await asyncio.to_thread(read, file)
        except (LiveObjectFileError, OSError) as error:
            self._window.show_message(one_line(error))
            return None
        return await self.show_document(document)

    async def show_document(self, document: Document) -> ComposerPage:
        """Open a document as a sheet without a file."""
        editor = Editor(document, await self._window.catalogue())
        editor.check_soon()
        return self._window.add_page(editor)

    def recoverable_sheets(self) -> list[Recovery]:
        """Sheets that crashed processes left behind."""
        return [found for found in recoverable() if found.unsaved]

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

    def ask_for_file(self) -> None:
        """Let the user choose a file to open."""
        dialog = QFileDialog(self._window, self._window.tr("Open a live object"), str(self._folder()))
        dialog.setNameFilters(
            [self._window.tr("Live objects (*{suffix})").format(suffix=SUFFIX), self._window.tr("All files (*)")]
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.open_file(Path(name)))
        dialog.open()

    def save(self) -> None:
        """Save the current sheet; ask for a file if it has none."""
        page = self._window.page
        if page is None:
            return
        if page.editor.file is None or page.editor.read_only:
            self.save_as()
        else:
            page.spawn(page.save())

    def save_as(self) -> None:
        """Ask for a file and save the sheet there."""
        page = self._window.page
        if page is None:
            return
        dialog = self._save_dialog(page, self._window.tr("Save the sheet"))
        dialog.fileSelected.connect(lambda name: page.spawn(self.save_to(page, Path(name))))
        dialog.open()

    async def save_to(self, page: ComposerPage, file: Path) -> bool:
        """Save a sheet to a file unless another tab has it open."""
        other = self._page_of(file)
        if other is not None and other is not page:
            self._window.show_message(self._window.tr("This file is open in another tab; choose another one."))
            return False
        return await page.save(file)

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
        dialog = self._save_dialog(page, self._window.tr("Where others will find the shared sheet"))
        dialog.fileSelected.connect(lambda name: self._window.spawn(self.share_page(page, Path(name))))
        dialog.open()

    async def share_page(self, page: ComposerPage, file: Path) -> ComposerPage | None:
        """Write a shared sheet with a page's content and open it; the page does not change."""
        shared = share(page.editor.document, await self._window.catalogue())
        await asyncio.to_thread(save_document, file, shared)
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
        """Close a sheet; ask about unsaved changes."""
        if not page.editor.modified:
            self._window.spawn(self._window.remove_page(page))
            return
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
        dialog = self._save_dialog(page, self._window.tr("Save the sheet"))
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
