# SPDX-License-Identifier: BSD-3-Clause
"""The settings window: changes apply at once, a search narrows the pages, trust can be taken back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from app.runtime.references import Parameterized, ReferenceArgument, ValueArgument
from app.runtime.trust import EVERYTHING, Identity, People, Permission, TrustStore, card_of
from app.ui.preferences.appearance_page import AppearancePage
from app.ui.preferences.network_page import NetworkPage
from app.ui.preferences.page import Row
from app.ui.preferences.person_page import PersonPage
from app.ui.preferences.spark_page import SparkPage
from app.ui.preferences.trust_page import TrustPage
from app.ui.preferences.window import SettingsWindow, show_settings
from app.ui.settings import Settings
from app.ui.theme import Choice, Theme


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def settings() -> Settings:
    return Settings()


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, settings: Settings) -> SettingsWindow:
    made = SettingsWindow(theme, settings)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    return made


def _choose(box: QComboBox, data: str) -> None:
    row = box.findData(data)
    box.setCurrentIndex(row)
    box.activated.emit(row)


def _rows(page: TrustPage | SparkPage) -> list[Row]:
    layouts = (page.people, page.answers) if isinstance(page, TrustPage) else (page.shown,)
    items = [layout.itemAt(number) for layout in layouts for number in range(layout.count())]
    widgets = [item.widget() for item in items if item is not None]
    return [widget for widget in widgets if isinstance(widget, Row)]


def test_a_name_is_stored_while_it_is_typed(window: SettingsWindow, settings: Settings, qtbot: QtBot) -> None:
    page = window.pages["person"]
    assert isinstance(page, PersonPage)
    QTest.keyClicks(page.name, " Ann ")
    qtbot.waitUntil(lambda: Settings().text("name") == "Ann")
    assert page.name.maxLength() == 60


def test_a_colour_is_stored_by_its_number(window: SettingsWindow, settings: Settings) -> None:
    page = window.pages["person"]
    assert isinstance(page, PersonPage)
    assert page.colours.checkedId() < 0
    page.colours.button(3).click()
    assert Settings().number("colour", -1) == 3
    settings.put("colour", 99)
    page.refresh()
    assert page.colours.checkedId() < 0
    page.colours.buttons()[0].click()
    assert Settings().number("colour", -1) < 0


def test_the_theme_changes_at_once_and_the_language_at_the_next_start(
    window: SettingsWindow, theme: Theme, settings: Settings
) -> None:
    window.show_page("appearance")
    page = window.pages["appearance"]
    assert isinstance(page, AppearancePage)
    before = theme.choice
    try:
        _choose(page.themes, "dark")
        assert (theme.choice, theme.colors.name, settings.theme) == (Choice.DARK, "dark", "dark")
    finally:
        theme.choose(before)
    assert not page.restart.isVisible()
    _choose(page.languages, "de")
    assert settings.language == "de"
    assert page.restart.isVisible()


def test_new_objects_are_for_the_chosen_network(window: SettingsWindow, settings: Settings) -> None:
    from app.ui.composer.model.palette import entries  # noqa: PLC0415 - slow
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    def network() -> object:
        entry = next(entry for entry in entries(installed_catalogue()) if entry.title == "Shared text")
        reference = entry.make().reference
        assert isinstance(reference, Parameterized)
        channel = dict(reference.arguments)["Channel"]
        assert isinstance(channel, ReferenceArgument)
        assert isinstance(channel.reference, Parameterized)
        return dict(channel.reference.arguments).get("network")

    page = window.pages["network"]
    assert isinstance(page, NetworkPage)
    window.show_page("network")
    assert page.network.currentData() == "auto"
    assert page.network.currentText() == "Anyone I send it to"
    assert network() == ValueArgument("auto")
    _choose(page.network, "lo")
    assert settings.network == "lo"
    assert network() in (None, ValueArgument("lo"))
    settings.put("network", "gone0")
    page.refresh()
    assert page.network.currentData() == "gone0"


def test_people_and_answers_are_removed(window: SettingsWindow, qtbot: QtBot) -> None:
    person = Identity.new()
    People().add(person.public, "Ann <b>")
    TrustStore().remember(person.public, Permission.RUN_CODE, EVERYTHING, False)
    TrustStore().remember(None, Permission.READ_FILES, "/etc/x", True)
    window.show_page("trust")
    page = window.pages["trust"]
    assert isinstance(page, TrustPage)
    rows = {row.name: row for row in _rows(page)}
    assert set(rows) == {"Ann <b>", "Run code: everything of this kind", "Read files: /etc/x"}
    assert rows["Run code: everything of this kind"].helps.startswith("Not allowed · signed by Ann <b>")
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in page.findChildren(QLabel))
    rows["Read files: /etc/x"].buttons[0].click()
    assert [answer.what for answer in TrustStore().answers()] == [EVERYTHING]
    rows["Ann <b>"].buttons[0].click()
    (box,) = page.findChildren(QMessageBox)
    assert People().all()
    agree = next(button for button in box.buttons() if box.buttonRole(button) is QMessageBox.ButtonRole.DestructiveRole)
    agree.click()
    qtbot.waitUntil(lambda: not People().all())


def test_somebody_is_added_by_a_contact_code_and_rubbish_is_refused(window: SettingsWindow) -> None:
    window.show_page("trust")
    page = window.pages["trust"]
    assert isinstance(page, TrustPage)
    page.code.setText("rubbish")
    page.add_person()
    assert page.problem.text().startswith("this is not a contact code")
    assert not People().all()
    page.code.setText(card_of(Identity.new(), "Bob"))
    page.add_person()
    assert [person.name for person in People().all()] == ["Bob"]
    assert page.problem.isHidden()
    page.copy_code()
    assert QGuiApplication.clipboard().text().startswith("liveobjects-card 1 ")


def test_spark_is_changed_by_its_own_dialog(window: SettingsWindow, home: Path) -> None:
    window.show_page("spark")
    page = window.pages["spark"]
    assert isinstance(page, SparkPage)
    assert [row.name for row in _rows(page)] == ["local[2]"]
    from app.spark.settings import SparkSettings  # noqa: PLC0415

    dialog = page.ask(SparkSettings())
    dialog.memory.setText("1g")
    dialog.do_it.click()
    assert json.loads((home / "config" / "spark.json").read_text())["memory"] == "1g"
    assert "1g" in _rows(page)[0].helps


def test_a_search_narrows_the_pages(window: SettingsWindow) -> None:
    def shown() -> list[str]:
        return [
            window.list.item(row).text() for row in range(window.list.count()) if not window.list.item(row).isHidden()
        ]

    window.search.setText("dark")
    assert shown() == ["Appearance"]
    assert isinstance(window.page, AppearancePage)
    window.search.setText("contact code")
    assert isinstance(window.page, TrustPage)
    window.search.setText("nothing has this")
    assert shown() == []
    assert window._nothing.isVisible()
    window.search.clear()
    assert len(shown()) == len(window.pages)


def test_there_is_one_for_each_window(qtbot: QtBot, theme: Theme, settings: Settings) -> None:
    parent = QLabel()
    qtbot.addWidget(parent)
    first = show_settings(parent, theme, settings)
    assert show_settings(parent, theme, settings, "trust") is first
    assert isinstance(first.page, TrustPage)
    first.close()
