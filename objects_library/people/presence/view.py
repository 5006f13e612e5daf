# SPDX-License-Identifier: BSD-3-Clause
"""The view of a presence list: all people, and the user's own status."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QHeaderView, QLineEdit

from app.runtime.library import Context, Endpoint, view_of
from objects_library.people.presence.proxy import LONGEST_NOTE, STATUSES, PresenceList, Present
from objects_library.widgets.appearance import GAP, format_count, plain_label
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.message_view import format_time
from objects_library.widgets.rows import Rows, RowsTable

Everyone = list[Present]
_MARKS = {"here": "●", "busy": "◐", "away": "○"}


@view_of(PresenceList)
class PresenceListView(LiveView):
    """All people, including the user."""

    presence = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._names = {"here": self.tr("Here"), "busy": self.tr("Busy"), "away": self.tr("Away")}
        self.rows = Rows([self.tr("Name"), self.tr("Status"), self.tr("Since")])
        self.table = RowsTable(self.rows, self.tr("Who is here"), empty=self.tr("Nobody is here"))
        header = self.table.horizontalHeader()
        for column in (0, 2):  # the note gets the rest
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.summary = plain_label("", "muted", wrap=False)
        self.status = QComboBox()
        self.status.setAccessibleName(self.tr("Your status"))
        for each in STATUSES:
            self.status.addItem(f"{_MARKS[each]} {self._names[each]}", each)
        self.note = QLineEdit()
        self.note.setMaxLength(LONGEST_NOTE)
        self.note.setAccessibleName(self.tr("A few words from you"))
        self.note.setPlaceholderText(self.tr("A few words from you"))
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self.status)
        row.addWidget(self.note, stretch=1)
        self.content.addWidget(self.table, stretch=1)
        self.content.addWidget(self.summary)
        self.content.addLayout(row)
        self.setFocusProxy(self.status)
        self.status.activated.connect(self._set_own_status)
        self.note.editingFinished.connect(self._set_own_status)
        self._sent = ("here", "")
        self.set_writable(False)

    @presence.outgoing("set")
    def set_status(self, status: str, note: str) -> None: ...

    @presence.incoming
    def people(self, people: Everyone) -> None:
        """All people."""
        self.rows.replace_all((each.id, self._texts(each)) for each in people)
        count = format_count(len(people), self.locale())
        one = len(people) == 1
        self.summary.setText(self.tr("Only you are here") if one else self.tr("{count} are here").format(count=count))

    @presence.incoming
    def refused(self, reason: str) -> None:
        """A status was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        self.status.setEnabled(writable)
        self.note.setReadOnly(not writable)

    def _texts(self, each: Present) -> tuple[str, str, str]:
        name = self.tr("{name} (you)").format(name=each.name) if each.mine else each.name
        status = f"{_MARKS.get(each.status, '')} {self._names.get(each.status, each.status)}"
        note = " ".join(each.note.split())
        return name, f"{status} · {note}" if note else status, format_time(each.since)

    def _set_own_status(self) -> None:
        chosen = (str(self.status.currentData(Qt.ItemDataRole.UserRole)), self.note.text().strip())
        if self.writable and chosen != self._sent:
            self._sent = chosen
            self.act(self.set_status, *chosen)
