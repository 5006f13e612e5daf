# SPDX-License-Identifier: BSD-3-Clause
"""The settings page of the network: whom new objects reach, and the networks of this computer."""

from __future__ import annotations

from PySide6.QtNetwork import QAbstractSocket, QNetworkInterface
from PySide6.QtWidgets import QComboBox, QVBoxLayout

from app.ui.composer.panels.editors.address import AUTOMATIC, network_names
from app.ui.composer.panels.widgets import empty, words
from app.ui.player.share_words import title_of
from app.ui.preferences.page import Row, SettingsPage
from app.ui.settings import Settings
from objects_library.channels.native.sharing import Who


class NetworkPage(SettingsPage):
    """The network of new objects, and what networks there are."""

    icon = "network"

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            self.tr("Network"),
            self.tr("Objects talk from computer to computer. There is no server in between."),
            self.tr("address interface internet connection"),
        )
        self._settings = settings
        self.network = QComboBox()
        for address, name in {**network_names(), AUTOMATIC: title_of(Who.ANYONE)}.items():
            self.network.addItem(name, address)
        self.network.activated.connect(lambda row: settings.put("network", str(self.network.itemData(row))))
        self._add(
            self.tr("New objects are for"),
            self.network,
            self.tr("What you have already stays as it is. Before something of others joins a network, you are asked."),
        )
        self._add_section(self.tr("Networks of this computer"))
        self._networks = QVBoxLayout()
        self._networks.setSpacing(4)
        self._layout.addLayout(self._networks)

    def refresh(self) -> None:
        """Show what is stored, and the networks that there are now."""
        known = self.network.findData(self._settings.network)
        if known < 0:  # an interface that is not there now
            self.network.addItem(self._settings.network, self._settings.network)
        self.network.setCurrentIndex(self.network.findData(self._settings.network))
        empty(self._networks)
        found = _networks()
        for name, addresses in found:
            self._networks.addWidget(Row(name, ", ".join(addresses)))
        if not found:
            self._networks.addWidget(words(self.tr("This computer is not connected to a network."), "muted"))


def _networks() -> list[tuple[str, list[str]]]:
    """The interfaces that are up, without the loopback, with their addresses."""
    flag = QNetworkInterface.InterfaceFlag
    found = []
    for each in QNetworkInterface.allInterfaces():
        if not each.flags() & flag.IsUp or each.flags() & flag.IsLoopBack:
            continue
        known = [entry.ip() for entry in each.addressEntries()]
        shown = [ip.toString() for ip in known if ip.protocol() == QAbstractSocket.NetworkLayerProtocol.IPv4Protocol]
        if shown:
            found.append((each.humanReadableName(), shown))
    return found
