# SPDX-License-Identifier: BSD-3-Clause
"""Extracts all user-visible texts from UI code, views and the objects library."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import app
from app.ui.everyday_words import everyday_name
from app.ui.translations.phrases import PHRASES

_ROOT = Path(app.__file__).resolve().parent.parent
_FOLDERS = ("app/ui", "objects_library")
_WITHOUT_WINDOWS = {"channels", "replication", "spark_gateway", "values"}
_FUNCTIONS = {"tr", "_tr", "translated"}
"""Functions and methods whose first argument is a user-visible text."""
_WITH_CONTEXT = {"translate", "QT_TRANSLATE_NOOP"}
"""Functions whose second argument is a user-visible text."""


@dataclass(frozen=True)
class Found:
    """A text and its source location."""

    text: str
    where: str


class UntranslatableTextError(Exception):
    """A text is built before it is translated, so no translation can be found."""


def all_texts() -> dict[str, str]:
    """All texts, each with one location where it is used."""
    texts: dict[str, str] = {}
    for found in (*texts_in_source(), *texts_of_library(), *texts_of_gallery(), *phrases()):
        texts.setdefault(found.text, found.where)
    return texts


def texts_in_source(root: Path = _ROOT) -> Iterator[Found]:
    """Texts in the code of windows, panels and views."""
    for folder in _FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            if path.name == "proxy.py" or _WITHOUT_WINDOWS & set(path.relative_to(root).parts):
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
            for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
                where = f"{path.relative_to(root).as_posix()}:{call.lineno}"
                yield from (Found(text, where) for text in _texts_of(call, where))


def texts_of_library() -> Iterator[Found]:
    """Names, descriptions, groups, labels and choices of objects; families of ports."""
    from app.ui.composer.model.families import Family  # noqa: PLC0415 - needed only for extraction
    from app.ui.composer.model.palette import GROUPS, entries  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    catalogue = installed_catalogue()
    for definition in catalogue.definitions():
        where = f"object {definition.name}"
        texts = (everyday_name(definition.name), definition.description, *definition.words.values())
        yield from (Found(text, where) for text in texts if text)
        for parameter in getattr(definition.type, "parameters", ()):
            yield from _texts_of_parameter(parameter.name, parameter.kind, parameter.hints, where)
    for entry in entries(catalogue):
        texts = (everyday_name(entry.title), entry.description, entry.group, entry.limits)
        yield from (Found(text, f"palette {entry.title}") for text in texts if text)
    yield from (Found(group, "groups of the palette") for group in GROUPS)
    yield from (Found(family.words, "families of ports") for family in Family)


def texts_of_gallery() -> Iterator[Found]:
    """Titles and descriptions of the files that come with the program."""
    from app.runtime.references import read  # noqa: PLC0415
    from app.ui.welcome.gallery import FOLDER, SUFFIX  # noqa: PLC0415

    for path in sorted(FOLDER.rglob(f"*{SUFFIX}")):
        document = read(path)
        for text in (document.title, document.description):
            if text:
                yield Found(text, f"gallery {path.name}")


def phrases() -> Iterator[Found]:
    """Sentences composed by the model and the checker."""
    yield from (Found(phrase, "phrases") for phrase in PHRASES)


def _texts_of_parameter(name: str, kind: str, hints: tuple[tuple[str, object], ...], where: str) -> Iterator[Found]:
    for hint, text in hints:
        if hint in ("label", "choice"):
            yield Found(str(text), where)
            if hint == "label" and ";" in str(text):
                yield Found(str(text).partition(";")[0], where)  # a check box shows only this part
    if not any(hint == "label" for hint, _ in hints) and kind in ("value", "reference"):
        words = name.replace("_", " ").strip()
        yield Found(words[:1].upper() + words[1:], where)


def _texts_of(call: ast.Call, where: str) -> Iterator[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in _FUNCTIONS and call.args:
        yield from _literals(call.args[0], where, must=name != "translated")
    elif name in _WITH_CONTEXT and len(call.args) > 1:
        yield from _literals(call.args[1], where, must=False)


def _literals(node: ast.expr, where: str, *, must: bool) -> Iterator[str]:
    """The possible literal texts of an argument; raises for a text that is formatted before translation."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and node.value.strip():
            yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body, where, must=must)
        yield from _literals(node.orelse, where, must=must)
    elif must and isinstance(node, ast.JoinedStr | ast.BinOp):
        raise UntranslatableTextError(f"{where}: write the text with {{names}} and fill them in afterwards")
