# SPDX-License-Identifier: BSD-3-Clause
"""The view of a leader: who leads, and whether one is ready to."""

from PySide6.QtCore import Qt

from app.runtime.library import Context, Endpoint, view_of
from objects_library.variables.leader.proxy import Leader
from objects_library.widgets.appearance import GAP, Avatar, SoftButton, initials, plain_label, set_font_size
from objects_library.widgets.live_view import LiveView


@view_of(Leader)
class LeaderView(LiveView):
    """Who leads; one button to stand or to withdraw."""

    election = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._stands = True
        self._disc: Avatar | None = None
        self.name = plain_label(self.tr("Nobody leads"))
        self.name.setAlignment(Qt.AlignmentFlag.AlignCenter)
        set_font_size(self.name, 16)
        self.term = plain_label("", "muted")
        self.term.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = SoftButton("")
        self.button.clicked.connect(self._press)
        self.content.addStretch(1)
        self.content.addWidget(self.name)
        self.content.addWidget(self.term)
        self.content.addSpacing(GAP)
        self.content.addWidget(self.button, alignment=Qt.AlignmentFlag.AlignHCenter)
        self.content.addStretch(1)
        self.setFocusProxy(self.button)
        self._name_button()

    @election.outgoing
    def stand(self) -> None: ...

    @election.outgoing
    def withdraw(self) -> None: ...

    @election.incoming
    def leader(self, name: str, mine: bool, term: int) -> None:
        """Another member leads."""
        if self._disc is not None:
            self._disc.hide()
            self._disc.deleteLater()
            self._disc = None
        if name:
            self._disc = Avatar(initials(name), name, size=72)
            self.content.insertWidget(1, self._disc, alignment=Qt.AlignmentFlag.AlignHCenter)
            self._disc.show()
        text = self.tr("{name} leads").format(name=name) if name else self.tr("Nobody leads")
        self.name.setText(self.tr("You lead") if mine else text)
        self.term.setText(self.tr("term {number}").format(number=term) if name else "")
        self._stands = self._stands or mine
        self._name_button()

    @election.incoming
    def refused(self, reason: str) -> None:
        """The change was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        self.button.setEnabled(writable)

    def _press(self) -> None:
        self._stands = not self._stands
        self.act(self.stand if self._stands else self.withdraw)
        self._name_button()

    def _name_button(self) -> None:
        text = self.tr("&Do not lead") if self._stands else self.tr("Be &ready to lead")
        self.button.setText(text)
        self.button.setAccessibleName(text.replace("&", ""))
