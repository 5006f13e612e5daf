# SPDX-License-Identifier: BSD-3-Clause
"""Translations: English in the source, other languages in `liveobjects_CODE.ts`, compiled to `.qm`.

Equal English texts have equal translations, so all of them are in one context, which callers need not know.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app.ui.everyday_words import everyday_name
from app.ui.translations.phrase_translator import translate_sentence

if TYPE_CHECKING:
    from app.runtime.references import Document

CONTEXT = "LiveObjects"
_FOLDER = Path(__file__).parent


def languages() -> dict[str, str]:
    """Language codes, each with the language's own name."""
    codes = ["en", *sorted(path.stem.removeprefix("liveobjects_") for path in _FOLDER.glob("*.qm"))]
    return {code: QLocale(code).nativeLanguageName().capitalize() or code for code in codes}


def install_translation(application: QCoreApplication, language: str = "") -> str:
    """Install a language, by default the system's; returns the code of the installed one."""
    for before in application.findChildren(QTranslator):
        application.removeTranslator(before)
        before.deleteLater()
    locale = QLocale(language) if language else QLocale.system()
    code = QLocale.languageToCode(locale.language())
    if language:
        QLocale.setDefault(locale)
    _active.language = ""
    if code != "en":
        own = _OneContext(application)
        if own.load(f"liveobjects_{code}", str(_FOLDER)):
            application.installTranslator(own)
            _install_words_of_qt(application, code)
            _active.language = code
            return code
    return "en"


def active_language() -> str:
    """The code of the active language; empty for English."""
    return _active.language


def translated(text: str) -> str:
    """Translate text from outside UI code: object names, parameter labels, sentences of the model."""
    named = everyday_name(text)
    return _translated(_active.language, named) if named and _active.language else named


def in_language(document: Document) -> Document:
    """Name a new object in the user's language; words of the field, such as those of channels, stay."""
    if not document.title or not _active.language:
        return document
    return replace(document, title=_translated(_active.language, document.title))


@functools.lru_cache(maxsize=4_096)
def _translated(_language: str, text: str) -> str:
    return translate_sentence(text, lambda known: QCoreApplication.translate(CONTEXT, known))


class _ActiveLanguage:
    """The active language; empty for English."""

    language = ""


_active = _ActiveLanguage()


class _OneContext(QTranslator):
    """Looks up every text in one context, whichever class asks."""

    def translate(self, _context: str, text: str, comment: str | None = None, count: int = -1) -> str | None:
        return super().translate(CONTEXT, text, comment or "", count) or None


def _install_words_of_qt(application: QCoreApplication, code: str) -> None:
    """Install the translations of Qt's own dialogs."""
    qt = QTranslator(application)
    if qt.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(qt)
