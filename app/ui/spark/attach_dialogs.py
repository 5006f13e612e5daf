# SPDX-License-Identifier: BSD-3-Clause
"""Dialogs for sources other than files: databases, Kafka, test rows, sockets, catalog tables."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSpinBox, QWidget

from app.spark.errors import SparkError
from app.spark.sources import SourceSpec, parse_source
from app.ui.composer.panels.editors.choice import PickBox
from app.ui.composer.panels.form_dialog import FormDialog
from app.ui.translations import CONTEXT, translated

_PORTS = {"postgresql": 5432, "mysql": 3306, "mariadb": 3306}


class SourceDialog(FormDialog):
    """Asks for the address of a source; `given` is emitted with its description."""

    given = Signal(object)

    def __init__(self, title: str, explains: str, free_name: Callable[[str], str], parent: QWidget | None) -> None:
        super().__init__(title, explains, _tr("Attach"), parent)
        self._free_name = free_name
        self.name = QLineEdit()
        self.name.setPlaceholderText(_tr("as its source is called"))
        self.asked.connect(self._give)

    def address(self) -> str:
        """The source's address as `parse_source` expects it."""
        raise NotImplementedError

    def changed(self, spec: SourceSpec) -> SourceSpec:
        """Add to the description what the address cannot express."""
        return spec

    def _end(self, suggested: str = "") -> None:
        self._add(_tr("Name of the table in queries"), self.name)
        if suggested:
            self.name.setText(self._free_name(suggested))
        self._finish()

    def _give(self) -> None:
        try:
            address = self.address()
            name = self.name.text().strip() or self._free_name(address)
            self.given.emit(self.changed(parse_source(address, name, named=False)))
        except SparkError as error:
            self.complain(translated(str(error)))
        else:
            self.accept()


class DatabaseDialog(SourceDialog):
    """A database table, read through JDBC."""

    def __init__(self, free_name: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(
            _tr("Attach a table of a database"),
            _tr("Only this computer knows the password; it goes into no file that you share."),
            free_name,
            parent,
        )
        self.kind = PickBox()
        for label, scheme in (("PostgreSQL", "postgresql"), ("MySQL", "mysql"), ("MariaDB", "mariadb")):
            self.kind.addItem(label, scheme)
        self.host, self.port = QLineEdit("localhost"), QSpinBox()
        self.port.setRange(1, 65_535)
        self.port.setValue(_PORTS["postgresql"])
        self.port.setAccessibleName(_tr("Port"))
        self.kind.currentIndexChanged.connect(lambda: self.port.setValue(_PORTS[self.kind.currentData()]))
        self.database, self.table = QLineEdit(), QLineEdit()
        self.table.setPlaceholderText(_tr("a table, or: select … from …"))
        self.user, self.password = QLineEdit(), QLineEdit()
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self._add(_tr("Database system"), self.kind)
        self._add(_tr("Computer and port"), _in_row(self.host, self.port))
        self._add(_tr("Database"), self.database)
        self._add(_tr("Table or query"), self.table)
        self._add(_tr("User and password"), _in_row(self.user, self.password))
        self.host.setAccessibleName(_tr("Computer"))
        self.user.setAccessibleName(_tr("User"))
        self.password.setAccessibleName(_tr("Password"))
        self.table.textChanged.connect(self._suggest)
        self._end()

    def address(self) -> str:
        """The URL without secrets."""
        asked = self.table.text().strip()
        key = "query" if asked.lower().startswith(("select ", "with ")) else "table"
        where = f"{self.host.text().strip()}:{self.port.value()}/{quote(self.database.text().strip())}"
        return f"{self.kind.currentData()}://{where}?{key}={quote(asked)}"

    def changed(self, spec: SourceSpec) -> SourceSpec:
        """Add user and password, which are not part of the URL."""
        given = {"user": self.user.text(), "password": self.password.text()}
        spec.secrets.update({name: text for name, text in given.items() if text})
        return spec

    def _suggest(self, text: str) -> None:
        if not self.name.isModified():
            self.name.setText(self._free_name(text.rpartition(".")[2]) if " " not in text.strip() else "")


class KafkaDialog(SourceDialog):
    """A Kafka topic."""

    def __init__(self, free_name: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(
            _tr("Attach a topic of Kafka"),
            _tr("The connector is fetched when it is used for the first time; Spark starts again with it."),
            free_name,
            parent,
        )
        self.servers, self.topic = QLineEdit("localhost:9092"), QLineEdit()
        self._add(_tr("Servers"), self.servers)
        self._add(_tr("Topic"), self.topic)
        self._end()

    def address(self) -> str:
        return f"kafka://{self.servers.text().strip()}/{quote(self.topic.text().strip())}"


class RateDialog(SourceDialog):
    """Generated rows, for trying things out."""

    def __init__(self, free_name: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(
            _tr("Attach test rows"), _tr("Rows with a number and a time, made by Spark itself."), free_name, parent
        )
        self.rows = QSpinBox()
        self.rows.setRange(1, 1_000_000)
        self.rows.setValue(10)
        self._add(_tr("Rows per second"), self.rows)
        self._end("rate")

    def address(self) -> str:
        return f"rate:{self.rows.value()}"


class SocketDialog(SourceDialog):
    """Lines of text from a TCP server."""

    def __init__(self, free_name: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(
            _tr("Attach lines from a socket"),
            _tr("Each line that the server sends is a row; what was sent while nobody listened is lost."),
            free_name,
            parent,
        )
        self.host, self.port = QLineEdit("localhost"), QSpinBox()
        self.port.setRange(1, 65_535)
        self.port.setValue(9999)
        self.port.setAccessibleName(_tr("Port"))
        self._add(_tr("Computer and port"), _in_row(self.host, self.port))
        self.host.setAccessibleName(_tr("Computer"))
        self._end("lines")

    def address(self) -> str:
        return f"socket://{self.host.text().strip()}:{self.port.value()}"


class CatalogDialog(SourceDialog):
    """A table of Spark's catalog."""

    def __init__(self, free_name: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(
            _tr("Attach a table of the catalog"),
            _tr("A table or view that the cluster knows by its name."),
            free_name,
            parent,
        )
        self.table = QLineEdit()
        self.table.setPlaceholderText("catalog.schema.table")
        self._add(_tr("Table"), self.table)
        self._end()

    def address(self) -> str:
        return f"table:{self.table.text().strip()}"


def _in_row(first: QWidget, second: QWidget) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    row.addWidget(first, stretch=2)
    row.addWidget(second, stretch=1)
    holder.setFocusProxy(first)
    return holder


def _tr(text: str) -> str:
    """Translate, before the dialog exists."""
    return QCoreApplication.translate(CONTEXT, text)
