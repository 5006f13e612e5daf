# SPDX-License-Identifier: BSD-3-Clause
"""The common base of views of sets, lists and maps: rows, and a line to add one."""

from collections.abc import Hashable, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout

from app.runtime.library import Context, ValueRefusedError
from app.runtime.types import ValueType
from objects_library.widgets.appearance import GAP, SoftButton, format_count, plain_label
from objects_library.widgets.fields import ValueField, field_for
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.rows import Rows, RowsTable


class CollectionView(LiveView):
    """Rows, fields for a new one, and a button to remove."""

    def __init__(
        self, context: Context, columns: Sequence[tuple[str, ValueType]], *, editable: int | None = None
    ) -> None:
        super().__init__(context)
        self.rows = Rows([title for title, _ in columns], editable)
        self.table = RowsTable(
            self.rows, self.tr("Items"), empty=self.tr("Nothing yet. Add something below; everyone sees it.")
        )
        self.table.remove_asked.connect(self._remove)
        self.fields: list[ValueField] = []
        self.remove_button = SoftButton(self.tr("&Remove"), self.tr("Remove the selected one for everyone"))
        self.remove_button.clicked.connect(lambda: self._remove(self.table.chosen))
        self.add_button = SoftButton(self.tr("&Add"), self.tr("Add it for everyone"), main=True)
        self.add_button.clicked.connect(self._add)
        self._count = plain_label("", "muted", wrap=False)
        adding = QHBoxLayout()
        adding.setSpacing(GAP)
        for title, wanted in columns:
            field = field_for(wanted)
            field.set_name(self.tr("New: {what}").format(what=title))
            field.set_hint(title)
            field.done.connect(self._add)
            self.fields.append(field)
            adding.addWidget(field, stretch=1)
        adding.addWidget(self.add_button, alignment=Qt.AlignmentFlag.AlignTop)
        self.below = QHBoxLayout()
        self.below.setSpacing(GAP)
        self.below.addWidget(self._count)
        self.below.addStretch(1)
        self.below.addWidget(self.remove_button)
        self.content.addWidget(self.table, stretch=1)
        self.content.addLayout(self.below)
        self.content.addLayout(adding)
        self.setFocusProxy(self.fields[0])
        for signal in (self.rows.rowsInserted, self.rows.rowsRemoved, self.rows.rowsMoved, self.rows.modelReset):
            signal.connect(self._show_count)
        self.table.selectionModel().currentChanged.connect(lambda *_: self._show_buttons())
        self._show_count()

    def add_values(self, values: list[Any]) -> None:
        """Ask the object to add a row."""
        raise NotImplementedError

    def remove_row(self, key: Hashable) -> None:
        """Ask the object to remove a row."""
        raise NotImplementedError

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        self.rows.writable = writable
        for field in self.fields:
            field.set_writable(writable)
        self.add_button.setEnabled(writable)
        self._show_buttons()

    def _add(self) -> None:
        if not self.writable:
            return
        try:
            values = [field.value() for field in self.fields]
        except ValueRefusedError as error:
            self.refuse(str(error))
            return
        self.notice.show_message("")
        self.add_values(values)
        for field in self.fields:
            field.clear()
        self.fields[0].setFocus()

    def _remove(self, key: Hashable | None) -> None:
        if self.writable and key is not None:
            self.remove_row(key)

    def _show_count(self, *_: object) -> None:
        count = self.rows.rowCount()
        self._count.setText(
            ""
            if not count
            else self.tr("1 item")
            if count == 1
            else self.tr("{count} items").format(count=format_count(count, self.locale()))
        )
        self._show_buttons()

    def _show_buttons(self) -> None:
        self.remove_button.setEnabled(self.writable and self.table.chosen is not None)


def item_title() -> str:
    """The title of the only column."""
    return QCoreApplication.translate("CollectionView", "Item")


def key_title() -> str:
    """The title of the key column."""
    return QCoreApplication.translate("CollectionView", "Name")


def value_title() -> str:
    """The title of the value column."""
    return QCoreApplication.translate("CollectionView", "Value")
