# SPDX-License-Identifier: BSD-3-Clause
"""The view of a range of a spreadsheet: like a small spreadsheet."""

from uuid import UUID, uuid4

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLineEdit

from app.runtime.library import Context, Endpoint, view_of
from objects_library.outside.spreadsheet_range.cell_model import RangeCells
from objects_library.outside.spreadsheet_range.cells import LONGEST, SpreadsheetCell, SpreadsheetEdit, SpreadsheetShape
from objects_library.outside.spreadsheet_range.proxy import SpreadsheetRange
from objects_library.replication.external_bridge import BridgeStatus
from objects_library.widgets.appearance import GAP, plain_label
from objects_library.widgets.connection_line import BridgeLine
from objects_library.widgets.file_dialogs import ask_for_file
from objects_library.widgets.grid_table import Grid
from objects_library.widgets.live_view import LiveView

RangeContents = list[SpreadsheetCell]
Edits = list[SpreadsheetEdit]
_WIDTH = 96


@view_of(SpreadsheetRange)
class SpreadsheetView(LiveView):
    """Cells with letters above and numbers at the side, and what is in the selected one."""

    sheet = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._up = False
        self._asked: dict[UUID, list[tuple[int, int]]] = {}
        self.title = plain_label("", "heading", wrap=False)
        self.model = RangeCells()
        self.grid = Grid(self.tr("Cells"))
        self.grid.setModel(self.model)
        self.grid.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.grid.horizontalHeader().setDefaultSectionSize(_WIDTH)
        self.grid.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        self.place = plain_label("", "muted", wrap=False)
        self.place.setMinimumWidth(44)
        self.inside = QLineEdit()
        self.inside.setAccessibleName(self.tr("What is in the selected cell"))
        self.inside.setMaxLength(LONGEST)
        self.writer = plain_label("", "muted", wrap=False)
        self.line = BridgeLine(self.tr("the document"))
        above = QHBoxLayout()
        above.setSpacing(GAP)
        above.addWidget(self.place)
        above.addWidget(self.inside, stretch=1)
        self.content.addWidget(self.title)
        self.content.addLayout(above)
        self.content.addWidget(self.grid, stretch=1)
        self.content.addWidget(self.writer)
        self.content.addWidget(self.line)
        self.model.edited.connect(lambda row, column, text: self._write([(row, column, text)]))
        self.grid.pasted.connect(self._pasted)
        self.grid.emptied.connect(lambda places: self._write([(place.row(), place.column(), "") for place in places]))
        self.grid.selectionModel().currentChanged.connect(lambda *_: self._show_chosen())
        self.inside.returnPressed.connect(self._written_above)
        self.line.connect_button.clicked.connect(self._connect)
        self.setFocusProxy(self.grid)
        self._show_chosen()

    # ---- events of the object

    @sheet.incoming
    def settings(self, title: str, file: str) -> None:
        """The title."""
        del file
        self.title.setText(title)

    @sheet.incoming
    def contents(self, shape: SpreadsheetShape, cells: RangeContents) -> None:
        """The range, and all cells that are not empty."""
        chosen = self.grid.currentIndex()
        kept = (chosen.row(), chosen.column()) if chosen.isValid() else (0, 0)
        self.model.replace_all(shape, cells)
        if shape.rows:
            self.grid.setCurrentIndex(self.model.index(min(kept[0], shape.rows - 1), kept[1]))
        self.set_writable(self.writable)
        self._show_chosen()

    @sheet.incoming
    def changed(self, cells: RangeContents) -> None:
        """Changed cells."""
        self.model.change(cells)
        chosen = self.grid.currentIndex()
        if any((cell.row, cell.column) == (chosen.row(), chosen.column()) for cell in cells):
            self._show_chosen()

    @sheet.incoming
    def status(self, status: BridgeStatus) -> None:
        """Whether the document is connected."""
        self._up = status.up
        self.line.show_message(status)
        self.grid.empty_text = self.tr("The cells are shown when somebody who has the document opens this.")
        self.grid.viewport().update()
        self.set_writable(self.writable)

    @sheet.incoming
    def done(self, request: UUID) -> None:
        """The document has it."""
        self._settle(request)
        self.notice.show_message("")

    @sheet.incoming
    def refused(self, request: UUID | None, reason: str) -> None:
        """It was not written; the cells show again what is there."""
        if request is not None:
            self._settle(request)
        self.refuse(reason)

    # ---- what a person does

    @sheet.outgoing
    def write(self, request: UUID, edits: Edits) -> None:
        """Write texts into cells."""

    @sheet.outgoing
    def connect_here(self, file: str) -> None:
        """Join the document from this computer."""

    def set_writable(self, writable: bool) -> None:
        """Let people edit, or only read."""
        self.model.writable = writable and self._up and self.model.shape.writable
        self.inside.setReadOnly(not self.model.writable)

    def _write(self, texts: list[tuple[int, int, str]]) -> None:
        if not texts or not self.model.writable:
            return
        request = uuid4()
        self._asked[request] = [(row, column) for row, column, _ in texts]
        for row, column, text in texts:
            self.model.pending[row, column] = text
            self.model.show((row, column))
        self.act(self.write, request, [SpreadsheetEdit(*each) for each in texts])

    def _pasted(self, row: int, column: int, rows: list[list[str]]) -> None:
        """Write a block of texts over the cells from a place on; what does not fit is left out."""
        shape = self.model.shape
        self._write(
            [
                (row + down, column + right, text)
                for down, line in enumerate(rows)
                for right, text in enumerate(line)
                if row + down < shape.rows and column + right < shape.columns
            ]
        )

    def _written_above(self) -> None:
        chosen, text = self.grid.currentIndex(), self.inside.text()
        if chosen.isValid() and text != self._inside_of(chosen):
            self._write([(chosen.row(), chosen.column(), text)])
        self.grid.setFocus()

    def _connect(self) -> None:
        kinds = self.tr("Spreadsheets (*.ods *.fods *.xlsx *.xls)")
        title = self.tr("The document on this computer")
        ask_for_file(self, title, lambda path: self.act(self.connect_here, str(path)), kinds=kinds)

    def _settle(self, request: UUID) -> None:
        for place in self._asked.pop(request, []):
            if not any(place in others for others in self._asked.values()):
                self.model.pending.pop(place, None)
                self.model.show(place)

    def _inside_of(self, index: QModelIndex) -> str:
        cell = self.model.cell_at(index)
        return cell.formula if cell is not None and cell.formula else self.model.text_at(index)

    def _show_chosen(self) -> None:
        """The address, what is inside, and who wrote it."""
        chosen = self.grid.currentIndex()
        if not chosen.isValid():
            self.place.clear()
            self.inside.clear()
            self.writer.clear()
            return
        self.place.setText(self.model.name_of(chosen))
        if not self.inside.hasFocus() or not self.inside.isModified():
            self.inside.setText(self._inside_of(chosen))
        cell = self.model.cell_at(chosen)
        if cell is None:
            self.writer.clear()
            return
        when = cell.at.astimezone().strftime("%H:%M:%S")
        text = (
            self.tr("{name} wrote this at {when}").format(name=cell.by, when=when) if cell.by
            else self.tr("from LibreOffice at {when}").format(when=when)
        )  # fmt: skip
        self.writer.setText(text)
