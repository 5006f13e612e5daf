# SPDX-License-Identifier: BSD-3-Clause
"""The view of a shared text with sections: the text, and the owners of sections."""

from uuid import UUID, uuid4

from app.runtime.library import Context, Endpoint, view_of
from objects_library.replication.text.section_locks import ShownSection, own_section
from objects_library.text.sectioned_text.proxy import SectionedText
from objects_library.widgets.appearance import SoftButton
from objects_library.widgets.text_marks import section_marks
from objects_library.widgets.text_view import TextView


@view_of(SectionedText)
class SectionedTextView(TextView):
    """A shared text in which everybody can lock the selection."""

    text = TextView.text.stronger()
    sections = Endpoint()

    def __init__(self, context: Context) -> None:
        self._sections: list[ShownSection] = []
        self.lock_button = SoftButton("")
        super().__init__(context)
        self.tools.insertWidget(2, self.lock_button)
        self.lock_button.clicked.connect(self._lock_or_unlock)
        self.lock_button.setShortcut("Ctrl+Shift+L")
        self.pane.moved.connect(self._show_button)
        self._show_button()

    @sections.outgoing
    def lock(self, section: UUID, start: int, end: int) -> None: ...

    @sections.outgoing
    def unlock(self, section: UUID) -> None: ...

    @sections.incoming
    def locked(self, sections: list[ShownSection]) -> None:
        """Show the locked sections."""
        self._sections = sections
        self.pane.show_sections(section_marks(sections, self.tr("You")))
        self._show_button()

    @sections.incoming
    def denied(self, section: UUID, reason: str) -> None:  # noqa: ARG002 - only one is asked for at a time
        """A lock or unlock was refused."""
        self.refuse(reason)

    def set_writable(self, writable: bool) -> None:
        """Disable editing while the object is not live."""
        super().set_writable(writable)
        self._show_button()

    def _mine_here(self) -> ShownSection | None:
        """The user's section at the cursor, or else the only one."""
        return own_section(self._sections, *self.pane.selection)

    def _show_button(self, *_: int) -> None:
        mine = self._mine_here()
        start, end = self.pane.selection
        text = self.tr("Unlock") if mine else self.tr("Lock selection")
        if text != self.lock_button.text():
            self.lock_button.setText(text)
            self.lock_button.setShortcut("Ctrl+Shift+L")  # Qt forgets it with a new text
        message = self.tr("Let everyone type here again") if mine else self.tr("Keep what is selected to yourself")
        self.lock_button.setAccessibleName(message)
        self.lock_button.setToolTip(f"{message} (Ctrl+Shift+L)")
        self.lock_button.setEnabled(self.writable and (mine is not None or end > start))

    def _lock_or_unlock(self) -> None:
        mine = self._mine_here()
        if mine is not None:
            self.act(self.unlock, mine.section)
        else:
            self.act(self.lock, uuid4(), *self.pane.selection)
        self.pane.setFocus()
