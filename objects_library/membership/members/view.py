# SPDX-License-Identifier: BSD-3-Clause
"""The view of a membership: the present members."""

from typing import Any

from app.runtime.library import Context, Endpoint, view_of
from objects_library.membership.members.proxy import AgreedView, Members
from objects_library.widgets.appearance import format_count, plain_label
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.rows import Rows, RowsTable


@view_of(Members)
class MembersView(LiveView):
    """The members; opening the view joins the group."""

    membership = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.rows = Rows([self.tr("Member")])
        self.table = RowsTable(self.rows, self.tr("Members"))
        self.summary = plain_label("", "muted")
        self.content.addWidget(self.table, stretch=1)
        self.content.addWidget(self.summary)
        self.setFocusProxy(self.table)

    @membership.outgoing
    def join(self) -> None: ...

    @membership.incoming
    def view(self, view: AgreedView) -> None:
        """Show the members by seniority."""
        members: list[Any] = view["members"]
        self.rows.replace_all((each["id"], (each["name"],)) for each in members)
        count = self.tr("{count} take part").format(count=format_count(len(members), self.locale()))
        self.summary.setText(f"{count} · " + self.tr("view {number}").format(number=view["number"]))

    @membership.connected
    def begin(self) -> None:
        """Join when the view is connected."""
        self.join()
