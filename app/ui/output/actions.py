# SPDX-License-Identifier: BSD-3-Clause
"""Export as PDF, export as picture, and print: the same for pages and for players."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QFileDialog, QWidget

from app.errors import LiveObjectsError, one_line
from app.mail import file_stem
from app.runtime.references.file_io import replace_file
from app.ui.output.drawing import Drawing, light_colours
from app.ui.output.paper import PRINT_DPI, paint_pages, paper_size, pdf_of, png_of, set_margins, turn
from app.ui.theme import Theme


class OutputActions(QObject):
    """Asks where to, and exports or prints what a window shows."""

    done = Signal(str)
    failed = Signal(str)

    def __init__(
        self, window: QWidget, theme: Theme, drawing: Callable[[], Drawing | None], title: Callable[[], str]
    ) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._drawing = drawing
        self._title = title

    def ask_for_pdf(self) -> None:
        """Ask for a file, and export a PDF."""
        self._ask(self.tr("Export as PDF"), self.tr("PDF documents (*.pdf)"), ".pdf", self.export_pdf)

    def ask_for_picture(self) -> None:
        """Ask for a file, and export a picture."""
        self._ask(self.tr("Export as picture"), self.tr("Pictures (*.png)"), ".png", self.export_picture)

    def ask_for_printer(self) -> None:
        """Ask for a printer, and print."""
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setResolution(PRINT_DPI)
        printer.setDocName(self._title())
        printer.setPageSize(paper_size())
        set_margins(printer)
        dialog = QPrintDialog(printer, self._window)
        dialog.setWindowTitle(self.tr("Print"))
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintSelection, on=False)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange, on=False)
        dialog.accepted.connect(lambda: self.print_on(printer))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.show()  # its `open` wants a slot by name

    def export_pdf(self, file: Path) -> None:
        """Write a PDF with light colours, as on paper."""

        def export(drawing: Drawing) -> str:
            with light_colours(self._theme):
                replace_file(file, pdf_of(drawing, self._title()))
            return self.tr("{name} was written.").format(name=file.name)

        self._try(export)

    def export_picture(self, file: Path) -> None:
        """Write a picture, in the colours of the screen."""

        def export(drawing: Drawing) -> str:
            replace_file(file, png_of(drawing))
            return self.tr("{name} was written.").format(name=file.name)

        self._try(export)

    def print_on(self, printer: QPrinter) -> None:
        """Print with light colours."""

        def print_it(drawing: Drawing) -> str:
            with light_colours(self._theme), drawing.prepared():
                turn(printer, drawing.size)
                area = printer.pageRect(QPrinter.Unit.DevicePixel).size().toSize()
                count = paint_pages(drawing, printer, area, float(printer.resolution()))
            return self.tr("Pages sent to the printer: {count}").format(count=count)

        self._try(print_it)

    def _try(self, export: Callable[[Drawing], str]) -> None:
        drawing = self._drawing()
        if drawing is None:
            self.failed.emit(self.tr("There is nothing to export yet."))
            return
        try:
            words = export(drawing)
        except (LiveObjectsError, OSError) as error:
            self.failed.emit(one_line(error))
            return
        if drawing.truncated:
            words += " " + self.tr("It is very large: only the beginning was taken.")
        self.done.emit(words)

    def _ask(self, title: str, kind: str, ending: str, save: Callable[[Path], None]) -> None:
        dialog = QFileDialog(self._window, title, str(Path.home()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ending.removeprefix("."))
        dialog.setNameFilters([kind])
        dialog.selectFile(f"{file_stem(self._title())}{ending}")
        dialog.fileSelected.connect(lambda chosen: save(Path(chosen)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
