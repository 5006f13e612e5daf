# SPDX-License-Identifier: BSD-3-Clause
"""The editor of a network address."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtNetwork import QNetworkInterface

from app.runtime.references import Value
from app.ui.composer.panels.editors.choice import WriteOrPickBox
from app.ui.composer.panels.editors.value_editor import ValueEditor
from app.ui.translations import CONTEXT

_LOOPBACK = "lo"
AUTOMATIC = "auto"


class AddressEditor(ValueEditor):
    """Offers this computer, the local network and each interface; accepts any other address."""

    def __init__(self) -> None:
        super().__init__()
        self.field = WriteOrPickBox()
        self._offers = network_names()
        for address, says in self._offers.items():
            self.field.addItem(says, address)
        self.field.activated.connect(lambda row: self._emit_edited(self.field.itemData(row)))
        self.field.line.textEdited.connect(self._read)
        self._lay_out_row(self.field)

    def _show(self, value: Value) -> None:
        address = value if isinstance(value, str) else ""
        if self._meaning(self.field.currentText()) == address:
            return
        self.field.setCurrentIndex(self.field.findData(address))
        if address not in self._offers:
            self.field.setEditText(address)
        self.field.line.setCursorPosition(0)

    def _read(self, text: str) -> None:
        self._emit_edited(self._meaning(text), in_progress=True)

    def _meaning(self, text: str) -> str:
        named = {label: address for address, label in self._offers.items()}
        return named.get(text, text.strip())


def network_names() -> dict[str, str]:
    """The networks that can be chosen, by their address in files."""
    return {
        _LOOPBACK: _tr("Only me"),
        AUTOMATIC: _tr("People on this network"),
        **{name: _tr("Network interface {name}").format(name=name) for name in _interfaces()},
    }


def _tr(text: str) -> str:
    return QCoreApplication.translate(CONTEXT, text)


def _interfaces() -> list[str]:
    flag = QNetworkInterface.InterfaceFlag
    found = QNetworkInterface.allInterfaces()
    return [one.name() for one in found if one.flags() & flag.IsUp and not one.flags() & flag.IsLoopBack]
