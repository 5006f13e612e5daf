"""Opening, saving and closing sheets."""

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
    """What the menu *File* does; each method returns at once, and works on beside the window."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.palette: PalettePanel | None = None

    def new_sheet(self) -> None:
        """An empty sheet in a tab of its own."""
        self._window.spawn(self.new_page())

    async def new_page(self) -> ComposerPage:
        """The same, for whoever goes on with it."""
        catalogue = await self._window.catalogue()
        return self._window.add_page(Editor.new(catalogue))

    def make_palette(self, catalogue: Catalogue) -> PalettePanel:
        """A palette for the welcome: what is chosen there begins a new sheet."""
        palette = PalettePanel(catalogue, self._window.theme)
        palette.chosen.connect(lambda entry: self._window.spawn(self.new_page_with(entry)))
        palette.file_opened.connect(self.open_file)
        palette.message.connect(self._window.show_message)
        self.palette = palette
        return palette

    async def new_page_with(self, entry: Entry) -> ComposerPage:
        """A new sheet with something from the palette on it."""
        page = await self.new_page()
        page.canvas.add_entry(entry)
        return page

    def open_file(self, file: Path) -> None:
        """Open a file in a tab, or go to the tab that has it."""
        self._window.spawn(self.open_page(file))

    async def open_page(self, file: Path) -> ComposerPage | None:
        """The same, for whoever goes on with it; what cannot be opened is said."""
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
            editor.close()  # the file only leads to the sheet, which several may have open
            return await self.open_shared(editor.document, file)
        editor.check_soon()
        return self._window.add_page(editor)

    async def _open_sealed(self, file: Path, error: SealedFileError) -> ComposerPage | None:
        """A shared sheet may come sealed; anything else would be on this disk for all to read when edited."""
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
        """Take part in a sheet that several people edit at once."""
        window = self._window
        name = user_name(window.settings)
        session = await SharedSession.open(document, file, await window.catalogue(), window.gate, name)
        return window.add_page(session.editor, session)

    async def open_example(self, file: Path) -> ComposerPage | None:
        """Open a file of the gallery as a sheet of one's own; the gallery stays as it is."""
        try:
            document = await asyncio.to_thread(read, file)
        except (LiveObjectFileError, OSError) as error:
            self._window.show_message(one_line(error))
            return None
        return await self.show_document(document)

    async def show_document(self, document: Document) -> ComposerPage:
        """A sheet that has no file yet."""
        editor = Editor(document, await self._window.catalogue())
        editor.check_soon()
        return self._window.add_page(editor)

    def recoverable_sheets(self) -> list[Recovery]:
        """What programs left behind that ended without closing."""
        return [found for found in recoverable() if found.unsaved]

    async def discard_recovery(self, recovery: Recovery) -> None:
        """Forget what a program left behind."""
        editor = await asyncio.to_thread(Editor.recover, recovery, await self._window.catalogue())
        editor.close()

    async def recover(self, recovery: Recovery) -> ComposerPage:
        """The sheet that a program left behind."""
        catalogue = await self._window.catalogue()
        editor = await asyncio.to_thread(Editor.recover, recovery, catalogue)
        editor.check_soon()
        return self._window.add_page(editor)

    def ask_for_file(self) -> None:
        """Let the user choose a file to open."""
        dialog = QFileDialog(self._window, self._window.tr("Open a live object"), str(self._folder()))
        dialog.setNameFilters(
            [
                self._window.tr("Live objects (*{suffix})").format(suffix=SUFFIX),
                self._window.tr("All files (*)"),
            ]
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.open_file(Path(name)))
        dialog.open()

    def save(self) -> None:
        """Save the sheet that is shown; ask where when it has no file yet."""
        page = self._window.page
        if page is None:
            return
        if page.editor.file is None or page.editor.read_only:
            self.save_as()
        else:
            page.spawn(page.save())

    def save_as(self) -> None:
        """Let the user choose where the sheet goes."""
        page = self._window.page
        if page is None:
            return
        dialog = self._save_dialog(page, self._window.tr("Save the sheet"))
        dialog.fileSelected.connect(lambda name: page.spawn(self.save_to(page, Path(name))))
        dialog.open()

    async def save_to(self, page: ComposerPage, file: Path) -> bool:
        """Save a sheet to a file, unless another tab has that open."""
        other = self._page_of(file)
        if other is not None and other is not page:
            self._window.show_message(
                self._window.tr("This file is open in another tab; choose another one.")
            )
            return False
        return await page.save(file)

    def show_versions(self) -> None:
        """Compare with earlier versions of the sheet, and bring one back."""
        page = self._window.page
        if page is not None:
            VersionsDialog(page.editor, self._window.theme, self._window).open()

    def save_as_template(self) -> None:
        """Keep the sheet in My objects, for all sheets."""
        page = self._window.page
        if page is None:
            return
        dialog = SaveAsTemplateDialog(page.editor.document, self._window)
        dialog.saved.connect(self._kept)
        dialog.open()

    def share_sheet(self) -> None:
        """Make the sheet one that several people edit at once."""
        page = self._window.page
        if page is None or page.session is not None:
            return
        dialog = self._save_dialog(page, self._window.tr("Where others will find the shared sheet"))
        dialog.fileSelected.connect(lambda name: self._window.spawn(self.share_page(page, Path(name))))
        dialog.open()

    async def share_page(self, page: ComposerPage, file: Path) -> ComposerPage | None:
        """Write a shared sheet with what is on a page, and open it; the page stays as it was."""
        shared = share(page.editor.document, await self._window.catalogue())
        await asyncio.to_thread(save_document, file, shared)
        opened = await self.open_page(file)
        self._window.show_message(
            self._window.tr("Send the file {name} to others: whoever opens it edits with you.").format(
                name=file.name
            )
        )
        return opened

    def close_current(self) -> None:
        """Close the sheet that is shown."""
        page = self._window.page
        if page is not None:
            self.close_page(page)

    def close_page(self, page: ComposerPage) -> None:
        """Close a sheet; what is not saved is asked about."""
        if not page.editor.modified:
            self._window.spawn(self._window.remove_page(page))
            return
        box = self.question([page.title])
        box.finished.connect(lambda _: self._apply_close_answer(page, box))
        box.open()

    def question(self, titles: list[str]) -> QMessageBox:
        """Asks what to do with changes that are not saved."""
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
        """Save sheets and close them; False when one of them has to be asked about."""
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
