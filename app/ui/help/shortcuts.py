# SPDX-License-Identifier: BSD-3-Clause
"""Collects the shortcuts of a window from its actions, so that the list cannot be wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from objects_library.widgets.action_list import action_menus

_MOST_KEYS = 2
"""Keys that are shown of an action."""
_NATIVE = QKeySequence.SequenceFormat.NativeText


@dataclass(frozen=True)
class Shortcut:
    """What a key does."""

    text: str
    keys: tuple[str, ...]


@dataclass
class Group:
    """Shortcuts that belong together."""

    title: str
    shortcuts: list[Shortcut] = field(default_factory=list)


def shortcuts_of(actions: Iterable[QAction]) -> list[Shortcut]:
    """The actions that have a shortcut, each text once."""
    found: dict[str, Shortcut] = {}
    for action in actions:
        keys = tuple(each.toString(_NATIVE) for each in action.shortcuts() if _is_common(each))[:_MOST_KEYS]
        text = action.text().replace("&", "").removesuffix("…").strip()
        if keys and text:
            found.setdefault(text, Shortcut(text, keys))
    return list(found.values())


def shortcuts_in(view: QWidget) -> list[Shortcut]:
    """The shortcuts of the view of an object, of all widgets in it."""
    widgets = [view, *view.findChildren(QWidget)]
    actions = [action for widget in widgets for action in widget.actions()]
    found = {each.text: each for each in shortcuts_of([*actions, *view.findChildren(QAction)])}
    for menu in action_menus(widgets):
        for command in menu.listed():
            if command.keys:
                keys = QKeySequence(command.keys).toString(_NATIVE)
                found.setdefault(command.title, Shortcut(command.title, (keys,)))
    return list(found.values())


def _is_common(sequence: QKeySequence) -> bool:
    """Whether a shortcut is on usual keyboards: no F13 and above, and no multimedia keys."""
    keys: Any = sequence  # the stubs lack indexing
    return not sequence.isEmpty() and keys[0].key() < Qt.Key.Key_F13


def matching(groups: Iterable[Group], wanted: str) -> list[Group]:
    """The groups with only those shortcuts that have all the words in text, keys or title."""
    words = wanted.casefold().split()
    found = []
    for group in groups:
        kept = [
            each
            for each in group.shortcuts
            if all(word in f"{group.title} {each.text} {' '.join(each.keys)}".casefold() for word in words)
        ]
        if kept:
            found.append(Group(group.title, kept))
    return found
