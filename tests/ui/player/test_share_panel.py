# SPDX-License-Identifier: BSD-3-Clause
"""The share panel, used with the mouse: who can take part, and what leaves the program."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QWidget

from app.documents import DocumentError, content_of
from app.runtime.references import Addressee, Composite, Document, Envelope, read, read_file
from app.runtime.trust import Identity, People, card_of, public_key_of_user, read_card, read_document, signer_of
from app.runtime.trust.member_list import MemberListStore, Right
from app.transport_native import LAN, LOOPBACK
from app.ui.player.qr_code import QrDialog, qr_image
from app.ui.player.share import ShareActions
from app.ui.player.share_panel import SharePanel
from app.ui.theme import Theme
from app.ui.welcome.gallery import FOLDER
from objects_library.channels.native.address import ChannelAddress
from objects_library.channels.native.sharing import Who, sharing_of
from objects_library.installed import installed_catalogue
from tests.objects_library.channels.company import ORDERED, channel, unique_scope
from tests.ui.event_processing import until
from tests.ui.player.given_page import GivenPage

BOB, EVE = Identity.new(), Identity.new()
Open = Callable[[Document], tuple[SharePanel, GivenPage]]
pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
async def share(theme: Theme) -> AsyncIterator[Open]:
    window = QWidget()
    window.show()
    panels: list[SharePanel] = []

    def make(document: Document) -> tuple[SharePanel, GivenPage]:
        page = GivenPage(document)
        panels.append(ShareActions(window, theme, page).open_panel())
        return panels[-1], page

    yield make
    for panel in panels:
        panel.close()
    window.deleteLater()


def click(button: QAbstractButton) -> None:
    """A click of the mouse where the text begins: a radio button is as wide as its dialog."""
    assert button.isVisible()
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(12, button.height() // 2))


def addresses(document: Document) -> tuple[ChannelAddress, ...]:
    return sharing_of(document.reference, installed_catalogue()).channels


async def ready(panel: SharePanel) -> None:
    await until(panel.handed_out["link"].isEnabled)


async def changed(panel: SharePanel, do: Callable[[], None]) -> None:
    do()
    assert not panel.handed_out["link"].isEnabled()
    await ready(panel)


async def test_a_page_that_works_only_here_says_so_and_one_click_mends_it(share: Open) -> None:
    panel, page = share(read(FOLDER / "shop_dashboard.liveobject"))
    await ready(panel)
    assert panel.choices[Who.ME].isChecked()
    assert panel.warning.text() == "It works only on this computer."
    await changed(panel, lambda: click(panel.mend))
    assert panel.choices[Who.ANYONE].isChecked()
    assert panel.outcome.text() == "14 parts: anyone you send it to, encrypted, you are the owner"
    assert not panel.warning.isVisible()
    assert not panel.mend.isVisible()
    assert {(each.network, each.owner) for each in addresses(page.document)} == {(LAN, public_key_of_user())}
    assert signer_of(page.document) == public_key_of_user()
    assert page.rests == 1  # its content had to follow to the first keys
    before = addresses(page.document)
    await changed(panel, lambda: click(panel.choices[Who.NETWORK]))
    assert panel.outcome.text().startswith("14 parts: people on this network")
    assert panel.choices[Who.NETWORK].isChecked()
    assert addresses(page.document) == before
    await changed(panel, lambda: click(panel.choices[Who.ME]))
    assert {each.network for each in addresses(page.document)} == {LOOPBACK}
    assert page.rests == 1


async def test_only_these_people_with_their_rights(share: Open, home: Path) -> None:
    People().add(EVE.public, "Eve & <b>Co</b>")
    panel, page = share(Document(channel(ORDERED, scope=unique_scope()), "Plan"))
    await ready(panel)
    click(panel.choices[Who.PEOPLE])
    assert not panel.let_in.isEnabled()
    panel.people.code.setText("something else")
    click(panel.people.add)
    assert "This is not a contact code" in panel.said.text()
    panel.people.code.setText(card_of(BOB, "Bob"))
    click(panel.people.add)
    row = panel.people.row("Bob")
    assert row is not None
    assert row.box.isChecked()
    row.rights.setFocus()
    QTest.keyClick(row.rights, Qt.Key.Key_End)
    assert row.right is Right.VIEW
    click(panel.people.mine)
    assert read_card(QGuiApplication.clipboard().text()).key == public_key_of_user()
    await changed(panel, lambda: click(panel.let_in))
    assert panel.outcome.text() == "1 part: only these people, encrypted, you are the owner"
    (address,) = addresses(page.document)
    members = MemberListStore().newest(address.place, public_key_of_user())
    assert members is not None
    assert [members.admits(each.public) for each in (BOB, EVE)] == [True, False]
    assert members.right_of(BOB.public) is Right.VIEW
    assert panel.people.chosen() == {Addressee(BOB.public, "Bob"): Right.VIEW}
    click(panel.handed_out["link"])
    sealed = content_of(QGuiApplication.clipboard().text())
    assert isinstance(read_file(sealed), Envelope)
    assert read_document(sealed, BOB).title == "Plan"
    assert not panel.choices[Who.ANYONE].isEnabled()
    eve = panel.people.row("Eve & <b>Co</b>")
    assert eve is not None
    click(eve.box)
    await changed(panel, lambda: click(panel.let_in))
    members = MemberListStore().newest(address.place, public_key_of_user())
    assert members is not None
    assert members.right_of(EVE.public) is Right.EDIT
    assert addresses(page.document) == (address,)


async def test_what_leaves(share: Open, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    panel, page = share(Document(channel(ORDERED, scope=unique_scope()), "Plan"))
    await ready(panel)
    await changed(panel, lambda: click(panel.mend))
    click(panel.handed_out["link"])
    assert panel.said.text() == "The link is on the clipboard."
    assert read(content_of(QGuiApplication.clipboard().text())) == page.document
    click(panel.handed_out["code"])
    window = panel.parent()
    assert window is not None
    code = window.findChild(QrDialog)
    assert isinstance(code, QrDialog)
    code.close()
    click(panel.handed_out["file"])
    dialog = next(iter(window.findChildren(QFileDialog)))
    dialog.fileSelected.emit(str(home / "plan.liveobject"))
    dialog.close()
    assert read(home / "plan.liveobject") == page.document
    assert panel.said.text() == "A copy was saved."


async def test_the_page_of_somebody_else_is_theirs(share: Open) -> None:
    theirs = channel(ORDERED, scope=unique_scope(), key="5e" * 32, owner=BOB.public, network=LAN)
    People().add(BOB.public, "Bob")
    panel, _ = share(Document(theirs, "Plan"))
    await ready(panel)
    assert panel.outcome.text() == "1 part: anyone you send it to, encrypted, Bob is the owner"
    assert not panel.choices[Who.PEOPLE].isEnabled()


def test_a_link_that_is_too_long_for_a_code_says_so() -> None:
    image = qr_image("liveobject:1.abc")
    assert image.width() == image.height()
    assert image.pixelColor(0, 0).lightness() == 255  # the quiet zone
    assert image.pixelColor(4, 4).lightness() == 0
    with pytest.raises(DocumentError, match=r"too large for a QR code .*; send the link or the file"):
        qr_image("liveobject:1." + "a" * 3000)


async def test_a_page_without_channels_says_so(share: Open) -> None:
    panel, _ = share(Document(Composite()))
    await ready(panel)
    assert panel.outcome.text().startswith("Nothing in it is shared")
