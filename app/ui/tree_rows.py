# SPDX-License-Identifier: BSD-3-Clause
"""Rows of a table of measurements, one per key."""

from collections.abc import Hashable, Iterable
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

K = TypeVar("K", bound=Hashable)


def row_of_key(table: QTreeWidget, rows: dict[K, QTreeWidgetItem], key: K) -> QTreeWidgetItem:
    """Return the row of a key, appended if new; the numbers from the third column on stand right."""
    row = rows.get(key)
    if row is None:
        row = rows[key] = QTreeWidgetItem(table)
        row.setData(0, Qt.ItemDataRole.UserRole, key)
        for column in range(2, table.columnCount()):
            row.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return row


def set_texts(row: QTreeWidgetItem, texts: Iterable[str]) -> None:
    """Set the texts that have changed."""
    for column, text in enumerate(texts):
        if row.text(column) != text:
            row.setText(column, text)
