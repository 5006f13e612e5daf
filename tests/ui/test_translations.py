# SPDX-License-Identifier: BSD-3-Clause
"""German is complete: a text without a translation, a stale .qm file or a broken placeholder is an error."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QWidget

import app.ui.translations
from app.runtime.references import Checker, EndpointPath
from app.ui.composer.model import Editor, build_sheet_view, entries, port_matcher
from app.ui.composer.model.edits import AddBlock
from app.ui.translations import install_translation, languages, translated
from app.ui.translations.extraction import UntranslatableTextError, all_texts, texts_in_source
from app.ui.translations.phrase_translator import translate_sentence
from app.ui.translations.phrases import PHRASES
from app.ui.translations.ts_file import compile_ts, read_ts, write_ts
from objects_library.installed import installed_catalogue

_FOLDER = Path(app.ui.translations.__file__).parent
_GERMAN = _FOLDER / "liveobjects_de.ts"
_MODEL = _FOLDER.parent / "composer" / "model"
_HOLE = re.compile(r"\{\w+\}")
_UPDATE = "run: python -m app.ui.translations.update, and translate what it prints"


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    patch = pytest.MonkeyPatch()
    patch.setenv("LIVEOBJECTS_HOME", str(tmp_path_factory.mktemp("home")))  # no objects of whoever tests
    found = all_texts()
    patch.undo()
    return found


@pytest.fixture(scope="module")
def german() -> dict[str, str]:
    return read_ts(_GERMAN)


@pytest.fixture
def speaking_german(qapp: QApplication) -> Iterator[None]:
    locale = QLocale()
    assert install_translation(qapp, "de") == "de"
    yield
    install_translation(qapp, "en")
    QLocale.setDefault(locale)


def test_every_text_has_a_german_one(texts: dict[str, str], german: dict[str, str]) -> None:
    missing = [f"{where}: {text!r}" for text, where in texts.items() if not german.get(text)]
    assert not missing, f"{_UPDATE}:\n" + "\n".join(missing)


def test_holes_keys_and_ellipses_are_the_same_in_both(german: dict[str, str]) -> None:
    for text, said in german.items():
        assert sorted(_HOLE.findall(text)) == sorted(_HOLE.findall(said)), text
        assert ("&" in text) == ("&" in said), text
        assert text.endswith("…") == said.endswith("…"), text
        assert text.count("\n") == said.count("\n"), text


def test_what_is_loaded_is_what_was_translated(tmp_path: Path) -> None:
    compiled = compile_ts(_GERMAN, tmp_path / "fresh.qm")
    assert compiled.read_bytes() == _GERMAN.with_suffix(".qm").read_bytes(), _UPDATE


def test_windows_speak_german_and_english_again(qapp: QApplication) -> None:
    class Palette(QWidget):
        def says(self) -> str:
            return self.tr("Find an object")

    locale = QLocale()
    asks = Palette()
    assert install_translation(qapp, "de_AT") == "de"
    assert asks.says() == "Objekt suchen"
    assert QCoreApplication.translate("Whoever", "Undo") == "Rückgängig"
    assert translated("Shared text") == "Gemeinsamer Text"
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.buttons()[0].text() == "Abbrechen"
    assert install_translation(qapp, "en") == "en"
    assert asks.says() == "Find an object"
    assert translated("Shared text") == "Shared text"
    assert install_translation(qapp, "tlh") == "en"
    QLocale.setDefault(locale)
    assert languages() == {"en": "English", "de": "Deutsch"} or languages()["de"] == "Deutsch"


def test_a_text_put_together_before_it_is_translated_is_a_mistake(tmp_path: Path) -> None:
    source = tmp_path / "app" / "ui" / "page.py"
    source.parent.mkdir(parents=True)
    source.write_text('def f(self, name):\n    return self.tr(f"Hello {name}")\n')
    with pytest.raises(UntranslatableTextError, match=r"page.py:2"):
        list(texts_in_source(tmp_path))
    source.write_text('def f(self, good):\n    return self.tr("Yes" if good else "No") + tr("x") + _tr("y")\n')
    assert {found.text for found in texts_in_source(tmp_path)} == {"Yes", "No", "x", "y"}


def test_ts_files_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "x.ts"
    write_ts(file, "de", {"a <b> & \n“c”": "here", "d": "there:1"}, {"a <b> & \n“c”": "ä <b> & \n„c“"})
    assert read_ts(file) == {"a <b> & \n“c”": "ä <b> & \n„c“", "d": ""}


def _said_by_the_model() -> Iterator[tuple[str, str]]:
    """Labels of edits, what speaks against one, what is different: the texts that reach people."""
    for path in sorted(_MODEL.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            where = f"{path.relative_to(_MODEL)}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else ""
                arguments = {"EditError": node.args, "_refusal": node.args, "Difference": node.args[1:]}
                for argument in arguments.get(name, []):
                    yield from ((where, text) for text in _written(argument))
            elif isinstance(node, ast.FunctionDef) and node.name == "label":
                returned = [part.value for part in ast.walk(node) if isinstance(part, ast.Return)]
                for value in returned:
                    yield from ((where, text) for text in _written(value))


def _written(node: ast.expr | None) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _written(node.body)
        yield from _written(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        text = "".join(_part(part) for part in node.values)
        if re.search("[A-Za-z]{4}", text):
            yield text


def _part(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    inner = node.value if isinstance(node, ast.FormattedValue) else node
    is_ending = isinstance(inner, ast.IfExp) and isinstance(inner.orelse, ast.Constant)
    return str(inner.orelse.value) if is_ending else "7"  # type: ignore[attr-defined]  # a plural's s


def test_everything_that_the_model_says_is_a_phrase(german: dict[str, str]) -> None:
    said = list(_said_by_the_model())
    assert len(said) > 80
    unknown = [
        f"{where}: {text}"
        for where, text in said
        if translate_sentence(text, lambda known: german.get(known) or known) == text
    ]
    assert not unknown, "add to app/ui/translations/phrases.py:\n" + "\n".join(unknown)


_ENGLISH = re.compile(r"\b(needs|sends|accepts|promises|only|nothing|delivery|the|with|and|or|is|are|not)\b")


def _full_sheet() -> Editor:
    catalogue = installed_catalogue()
    editor = Editor.new(catalogue)
    for number, entry in enumerate(entries(catalogue)):
        editor.do(AddBlock((), f"Block{number}", entry.make().reference, 0, 0))
    return editor


def _without_names(sentence: str) -> str:
    return re.sub(r"'[^']*'|\([^()]*\)", "", sentence)


def test_reasons_and_problems_are_german_all_through(
    speaking_german: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path))
    editor = _full_sheet()
    view = build_sheet_view(editor.document, (), editor.catalogue)
    ends = [EndpointPath(block.name, port.name) for block in view.blocks.values() for port in block.ports]
    sentences: set[str] = set()
    for end in ends:
        fit = port_matcher(editor.document, (), end, editor.catalogue)
        sentences.update(reason for other in ends if other != end for reason in fit(other).reasons)
    sentences.update(slot.words for block in view.blocks.values() for slot in block.slots)
    sentences.update(block.description for block in view.blocks.values())
    problems = [problem.message for problem in Checker(editor.catalogue).check(editor.document)]
    different = {_without_names(sentence): sentence for sentence in sorted([*sentences, *problems])}
    assert len(different) > 100
    for sentence in different.values():
        assert not _ENGLISH.search(_without_names(translated(sentence))), (sentence, translated(sentence))
    editor.close()


def test_names_that_look_like_words_are_left_alone(german: dict[str, str]) -> None:
    def look_up(known: str) -> str:
        return german.get(known) or known

    assert translate_sentence("Salt and pepper", look_up) == "Salt and pepper"
    assert translate_sentence("Rename Salt and pepper", look_up) == "Salt and pepper umbenennen"
    assert translate_sentence("x" * 10_000, look_up) == "x" * 10_000
    hostile = "needs " * 300
    assert translate_sentence(hostile, look_up)


def test_phrases_are_written_once() -> None:
    assert len(PHRASES) == len(set(PHRASES))
