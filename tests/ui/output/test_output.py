# SPDX-License-Identifier: BSD-3-Clause
"""Export and printing: whole views as vectors, page breaks between lines, nothing left changed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtPdf import QPdfDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QListWidget, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.runtime.library import Catalogue
from app.runtime.references import Composite, Document
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.model import Editor
from app.ui.composer.model.edits import Paste
from app.ui.composer.model.palette import entries
from app.ui.output.actions import OutputActions
from app.ui.output.drawing import LARGEST, Drawing, PageDrawing, ViewDrawing, light_colours
from app.ui.output.paper import pdf_of, png_of, slices
from app.ui.theme import Choice, Theme
from objects_library.installed import installed_catalogue

LINES = [f"line {number:04} of the text" for number in range(400)]


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return installed_catalogue()


def _view(qtbot: QtBot, inside: QWidget) -> QWidget:
    view = QWidget()
    qtbot.addWidget(view)
    layout = QVBoxLayout(view)
    layout.addWidget(inside)
    view.resize(500, 300)
    view.show()
    qtbot.waitExposed(view)
    return view


def _pdf(content: bytes, file: Path) -> QPdfDocument:
    file.write_bytes(content)
    document = QPdfDocument()
    assert document.load(str(file)) is QPdfDocument.Error.None_
    return document


def _text(document: QPdfDocument) -> str:
    """The text of all pages without white space, of which readers of PDF see some between letters."""
    pages = [document.getAllText(number).text() for number in range(document.pageCount())]
    return "".join("".join(pages).split())


def _packed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("kind", [QPlainTextEdit, QTextEdit, QListWidget])
def test_all_of_a_long_view_is_in_the_pdf_as_text(qtbot: QtBot, tmp_path: Path, kind: type[QWidget]) -> None:
    inside = kind()
    if isinstance(inside, QListWidget):
        inside.addItems(LINES)
    else:
        assert isinstance(inside, QPlainTextEdit | QTextEdit)
        inside.setPlainText("\n".join(LINES))
    view = _view(qtbot, inside)
    bar = inside.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place = bar.value()
    document = _pdf(pdf_of(ViewDrawing(view), "Notes"), tmp_path / "notes.pdf")
    assert document.pageCount() > 3
    text = _text(document)
    missing = [line for line in LINES if _packed(line) not in text]
    assert not missing
    assert document.metaData(QPdfDocument.MetaDataField.Title) == "Notes"
    assert view.size() == QSize(500, 300)
    assert bar.value() == place


def test_page_breaks_are_between_lines(qtbot: QtBot) -> None:
    inside = QPlainTextEdit("\n".join(LINES))
    drawing = ViewDrawing(_view(qtbot, inside))
    with drawing.prepared():
        found = list(slices(drawing, QSizeF(2000, 2800), 300))
        for above, below in pairwise(found):
            assert above.area.bottom() == below.area.top()
            row = QImage(int(drawing.size.width()) - 80, 1, QImage.Format.Format_RGB32)
            row.fill(Qt.GlobalColor.white)
            painter = QPainter(row)
            painter.translate(-40, -above.area.bottom())
            drawing.paint(painter, QRectF(0, above.area.bottom(), drawing.size.width(), 1))
            painter.end()
            assert len({row.pixel(x, 0) for x in range(row.width())}) == 1
        assert found[-1].area.bottom() == drawing.size.height()


def test_a_view_without_end_is_cut_and_that_is_said(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    inside = QListWidget()
    inside.addItems(["x"] * 5_000)
    view = _view(qtbot, inside)
    drawing = ViewDrawing(view)
    with drawing.prepared():
        assert drawing.size.height() == LARGEST.height()
    actions = OutputActions(view, theme, lambda: drawing, lambda: "List")
    with qtbot.waitSignal(actions.done) as said:
        actions.export_pdf(tmp_path / "list.pdf")
    assert "only the beginning" in said.args[0]


def test_a_page_is_drawn_as_vectors_whatever_the_zoom(
    qtbot: QtBot, catalogue: Catalogue, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path))
    palette = {entry.title: entry for entry in entries(catalogue)}
    document = Document(Composite())
    for title in ("Shared text", "Membership"):
        document = Paste((), palette[title].make()).apply(document)
    editor = Editor(document, catalogue)
    canvas = Canvas(editor, catalogue, theme)
    qtbot.addWidget(canvas)
    canvas.navigation.zoom_to(0.2)
    canvas.selection.set(["Membership"])
    caches = [item.cacheMode() for item in canvas.sheet_scene.items()]
    text = _text(_pdf(pdf_of(PageDrawing(canvas), "Page"), tmp_path / "page.pdf"))
    for words in ("Shared text", "Membership", "Everyone sees the same"):
        assert _packed(words) in text
    assert canvas.selection.blocks == ["Membership"]
    assert canvas.sheet_scene.scale == pytest.approx(0.2)
    assert [item.cacheMode() for item in canvas.sheet_scene.items()] == caches
    editor.close()


def test_paper_is_light_and_a_picture_as_on_the_screen(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    before = theme.choice
    try:
        theme.choose(Choice.DARK)
        view = _view(qtbot, QPlainTextEdit("Hello"))
        dark = QColor(theme.colors.window)
        picture = QImage.fromData(png_of(ViewDrawing(view)))
        assert picture.size() == QSize(1000, 600)
        assert picture.pixelColor(2, 2) == dark
        with light_colours(theme):
            assert theme.colors.name == "light"
            document = _pdf(pdf_of(ViewDrawing(view), ""), tmp_path / "hello.pdf")
        assert theme.choice is Choice.DARK
        assert theme.colors.name == "dark"
        page = document.render(0, QSize(400, 280))
        shades = {page.pixelColor(x, y).lightness() for x in range(0, 400, 9) for y in range(0, 280, 9)}
        assert min(shade for shade in shades if shade) > 0
        assert QColor(dark).lightness() not in shades
    finally:
        theme.choose(before)


def test_printing_makes_pages(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    view = _view(qtbot, QPlainTextEdit("\n".join(LINES)))
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setResolution(300)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    actions = OutputActions(view, theme, lambda: ViewDrawing(view), lambda: "Notes")
    with qtbot.waitSignal(actions.done):
        actions.print_on(printer)
    document = _pdf((tmp_path / "printed.pdf").read_bytes(), tmp_path / "copy.pdf")
    assert document.pageCount() > 3
    assert _packed(LINES[-1]) in _text(document)


def test_what_cannot_be_written_is_said_in_one_line(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    view = _view(qtbot, QPlainTextEdit("Hello"))
    shown: list[Drawing | None] = [ViewDrawing(view)]
    actions = OutputActions(view, theme, lambda: shown[0], lambda: "Notes")
    with qtbot.waitSignal(actions.failed) as said:
        actions.export_picture(tmp_path / "no such folder" / "a.png")
    assert "\n" not in said.args[0]
    shown[0] = None
    with qtbot.waitSignal(actions.failed) as said:
        actions.export_pdf(tmp_path / "a.pdf")
    assert said.args[0] == "There is nothing to export yet."
    assert not (tmp_path / "a.pdf").exists()


def test_a_title_becomes_a_file_name(qtbot: QtBot, theme: Theme) -> None:
    view = _view(qtbot, QPlainTextEdit("Hello"))
    actions = OutputActions(view, theme, lambda: ViewDrawing(view), lambda: "../My: notes")
    actions.ask_for_pdf()
    (dialog,) = [child for child in view.children() if child.inherits("QFileDialog")]
    assert Path(dialog.selectedFiles()[0]).name == "my_notes.pdf"  # type: ignore[attr-defined]  # a QFileDialog
    dialog.deleteLater()


def test_a_printer_is_asked_for(qtbot: QtBot, theme: Theme) -> None:
    view = _view(qtbot, QPlainTextEdit("Hello"))
    OutputActions(view, theme, lambda: ViewDrawing(view), lambda: "Notes").ask_for_printer()
    dialog = view.findChild(QPrintDialog)
    assert dialog is not None
    assert dialog.isVisible()
    assert dialog.printer().docName() == "Notes"
    dialog.reject()
