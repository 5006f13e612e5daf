# SPDX-License-Identifier: BSD-3-Clause
"""The dialog that makes a query a feed: name, key columns, interval, and network."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QLineEdit, QListWidget, QListWidgetItem, QWidget

from app.runtime.directories import data_directory, make_private
from app.spark.errors import SparkError
from app.ui.composer.panels.editors.choice import PickBox
from app.ui.composer.panels.form_dialog import FormDialog
from app.ui.composer.panels.widgets import words
from app.ui.translations import CONTEXT, translated

if TYPE_CHECKING:
    from app.spark.feeds.definition import FeedDefinition
    from app.spark.settings import SparkSettings
    from app.spark.sources import SourceSpec


class FeedDialog(FormDialog):
    """Asks for the settings of a feed; `ready` is emitted with its definition."""

    ready = Signal(object)

    def __init__(
        self,
        sql: str,
        sources: list[SourceSpec],
        columns: list[tuple[str, str]],
        spark: SparkSettings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            _tr("Make it live"),
            _tr(
                "The query goes on by itself, and everyone who has its file sees the result move. "
                "They need neither Spark nor the data."
            ),
            _tr("Make it live"),
            parent,
        )
        self._sql, self._sources, self._spark = sql, sources, spark
        grows = any(source.grows for source in sources)
        self.name = QLineEdit(_suggested(sources))
        self.key = QListWidget()
        self.key.setFixedHeight(min(5, max(2, len(columns))) * (self.fontMetrics().height() + 12) + 8)
        for column, kind in columns:
            item = QListWidgetItem(f"{column}   {kind}")
            item.setData(Qt.ItemDataRole.UserRole, column)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
            self.key.addItem(item)
        self.every = QDoubleSpinBox()
        self.every.setRange(0.0, 86_400.0)
        self.every.setDecimals(0)
        self.every.setSuffix(" s")
        self.every.setSpecialValueText(_tr("As soon as there is something new"))
        self.every.setValue(0.0)
        self.network = PickBox()
        self.network.addItem(_tr("Programs on this computer"), "lo")
        self.network.addItem(_tr("People on this network"), "auto")
        self.durable = QCheckBox(_tr("Keep the table on disk, also when nobody looks"))
        self.standby = QCheckBox(_tr("Stand by, and take over when another computer's feed dies"))
        self.checkpoint = QLineEdit()
        self.checkpoint.setPlaceholderText(_tr("A folder that both computers reach"))
        self.checkpoint.setAccessibleName(_tr("Shared folder of a standby"))
        self.checkpoint.hide()
        self.standby.toggled.connect(self.checkpoint.setVisible)
        self._add(_tr("Name"), self.name)
        self._add(_tr("Columns that tell rows apart (none: Spark decides)"), self.key)
        self._add(_tr("Look again every"), self.every)
        if not grows:
            self._layout.addWidget(words(_tr("Files are read again whenever they change."), "help"))
        self._add(_tr("Who can look"), self.network)
        self._finish(self.durable, self.standby, self.checkpoint)
        self.asked.connect(self._give)

    def choose_keys(self, names: list[str]) -> None:
        """Check the key columns."""
        for row in range(self.key.count()):
            item = self.key.item(row)
            ticked = item.data(Qt.ItemDataRole.UserRole) in names
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)

    def definition(self) -> FeedDefinition:
        """The definition of the feed; raises SparkError if it is invalid."""
        from app.spark.feeds.definition import FeedDefinition, feed_names  # noqa: PLC0415 - brings Arrow

        name = self.name.text().strip()
        if name in feed_names():
            raise SparkError(f"there is a feed {name} already", "choose another name")
        rows = [self.key.item(row) for row in range(self.key.count())]
        key = [item.data(Qt.ItemDataRole.UserRole) for item in rows if item.checkState() is Qt.CheckState.Checked]
        if self.standby.isChecked() and not self.checkpoint.text().strip():
            raise SparkError("a standby must know how far the first one is", "name a folder that both reach")
        return FeedDefinition(
            name,
            self._sources,
            self._sql,
            str(file_for(name)),
            mode="update" if key else "",
            key=key,
            every=self.every.value(),
            spark=self._spark,
            checkpoint=self.checkpoint.text().strip() if self.standby.isChecked() else "",
            network=str(self.network.currentData()),
            durable=self.durable.isChecked(),
            standby=self.standby.isChecked(),
        )

    def _give(self) -> None:
        try:
            made = self.definition()
        except SparkError as error:
            self.complain(translated(str(error)))
        else:
            self.ready.emit(made)
            self.accept()


def file_for(name: str) -> Path:
    """The reference file of a feed created in the window."""
    folder = make_private(make_private(data_directory()) / "feed files")
    return folder / f"{name}.liveobject"


def _suggested(sources: list[SourceSpec]) -> str:
    name = "-".join(source.name for source in sources[:2]) or "feed"
    return re.sub(r"[^A-Za-z0-9_.\-]+", "-", name).strip("-._")[:50] or "feed"


def _tr(text: str) -> str:
    """Translate, before the dialog exists."""
    return QCoreApplication.translate(CONTEXT, text)
