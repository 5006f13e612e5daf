# SPDX-License-Identifier: BSD-3-Clause
"""Avatars of the other people."""

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from objects_library.widgets.appearance import Avatar, initials, plain_label, tip

_MOST = 6


class PeopleRow(QWidget):
    """Avatars of the first few people, a number for the rest, and a tool tip with all names."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._names: list[str] = []
        self._shown: list[QWidget] = []
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.show_people(())

    @property
    def names(self) -> list[str]:
        """The names shown."""
        return list(self._names)

    def show_people(self, names: Sequence[str], ids: Sequence[object] = ()) -> None:
        """Show the other people; with ids, two people of one name have two colours."""
        self._names = list(names)
        for widget in self._shown:
            self._layout.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._shown = []
        people = ids if len(ids) == len(names) else names
        for name, person in list(zip(names, people, strict=True))[:_MOST]:
            disc = Avatar(initials(name), person)
            disc.setAccessibleName(name)
            self._add(disc)
        if len(names) > _MOST:
            self._add(plain_label(f"+{len(names) - _MOST}", "muted", wrap=False))
        text = (
            self.tr("Here with you: {names}").format(names=", ".join(self._names))
            if names
            else self.tr("Nobody else is here")
        )
        if not names:
            self._add(plain_label(text, "muted", wrap=False))
        self.setAccessibleName(text)
        self.setToolTip(tip(text))

    def _add(self, widget: QWidget) -> None:
        self._shown.append(widget)
        self._layout.addWidget(widget)
        widget.show()
