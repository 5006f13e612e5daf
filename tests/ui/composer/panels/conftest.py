# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the panels share."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from app.runtime.library import Catalogue
from app.ui.composer.panels.editors import EditorContext
from app.ui.theme import Choice, Theme
from objects_library.installed import installed_catalogue


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return installed_catalogue()


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    before, locale = (qapp.palette(), qapp.styleSheet()), QLocale()
    made = Theme(qapp, Choice.LIGHT)
    yield made
    made.deleteLater()
    QLocale.setDefault(locale)
    qapp.setPalette(before[0])
    qapp.setStyleSheet(before[1])


@pytest.fixture
def kit(theme: Theme, catalogue: Catalogue) -> EditorContext:
    return EditorContext(theme, catalogue)
