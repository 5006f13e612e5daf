# SPDX-License-Identifier: BSD-3-Clause
"""Labels of parameters and kinds for people."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.runtime.references import Problem
from app.runtime.references.model import TYPE_KINDS
from app.runtime.types import ObjectType, ReferenceTo, Type, Union, Variable
from app.ui.composer.model.blocks import Block, Slot
from app.ui.everyday_words import in_everyday_words
from app.ui.translations import CONTEXT, translated


def label_and_help(slot: Slot) -> tuple[str, str]:
    """The label and help of a parameter; a hint has both, separated by a semicolon."""
    message = next((text for hint, text in slot.hints if hint == "label"), "")
    if message:
        label, _, help_text = translated(message).partition(";")
        return label.strip(), _sentence(help_text.strip())
    if slot.kind in TYPE_KINDS:
        return _kind(slot.kind, slot.parameter), ""
    return translated(_readable(slot.parameter)), ""


def wanted_object(slot: Slot) -> str:
    """A description of the object that a slot takes."""
    options = slot.type.options if isinstance(slot.type, Union) else (slot.type,)
    wanted: Type | None = slot.type
    for option in options:
        if isinstance(option, ReferenceTo):
            wanted = option.object_type
    if isinstance(wanted, ObjectType) and wanted.endpoints:
        ports = ", ".join(_quoted(endpoint.name) for endpoint in wanted.endpoints)
        if len(wanted.endpoints) == 1:
            return _tr("an object with the connection {ports}").format(ports=ports)
        return _tr("an object with the connections {ports}").format(ports=ports)
    if isinstance(wanted, Variable):
        return _tr("an object of the kind that is chosen below")
    return _tr("any object")


def missing_requirements(block: Block, problems: tuple[Problem, ...]) -> list[str]:
    """The sentences on what a block needs to run."""
    missing = [slot for slot in block.slots if slot.missing]
    found = [_tr("“{label}” must be chosen.").format(label=label_and_help(slot)[0]) for slot in missing]
    for problem in problems:
        is_own = problem.path[: len(block.path)] == block.path
        shown_already = missing and problem.path == block.path and problem.kind in ("template", "parameter")
        if is_own and not shown_already:
            found.append(problem_text(problem))
    if not found and block.kind == "missing":
        found.append(translated(block.description))
    return found


def problem_text(problem: Problem) -> str:
    """The text of a problem for people."""
    return plain_text(translated(problem.message))


def plain_text(text: str) -> str:
    """Replace technical terms by everyday words."""
    for term, plain in (("exported", "shown outside"), ("component", "block")):
        text = text.replace(term, plain)
    parts = [part if number % 2 else in_everyday_words(part) for number, part in enumerate(text.split("`"))]
    quoted = [_quoted(part) if number % 2 else part for number, part in enumerate(parts)]
    return "".join(quoted) if len(parts) % 2 else in_everyday_words(text)


def _quoted(name: str) -> str:
    return _tr("“{name}”").format(name=name)


def _tr(text: str) -> str:
    return QCoreApplication.translate(CONTEXT, text)


def _kind(kind: str, name: str) -> str:
    usual = {
        "value_type": {
            "T": _tr("Kind of values"),
            "S": _tr("Kind of state"),
            "K": _tr("Kind of keys"),
            "V": _tr("Kind of values"),
            "Q": _tr("Kind of questions"),
            "A": _tr("Kind of answers"),
        },
        "endpoint_type": {"E": _tr("Kind of connection")},
        "object_type": {"T": _tr("Kind of object"), "O": _tr("Kind of object")},
    }.get(kind, {})
    return usual.get(name) or f"{next(iter(usual.values()), name)} ({name})"


def _readable(name: str) -> str:
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
