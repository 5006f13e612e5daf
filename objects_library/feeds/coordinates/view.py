# SPDX-License-Identifier: BSD-3-Clause
"""The view of a stream of coordinates: who moves, and where they are about now."""

from PySide6.QtWidgets import QHeaderView

from app.runtime.library import Context, Endpoint, view_of
from objects_library.feeds.coordinates.proxy import Coordinates
from objects_library.values.coordinates import Pose
from objects_library.widgets.appearance import format_count, plain_label
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.rows import Rows, RowsTable

Everything = list[Pose]
_SHOWN = 1_000


@view_of(Coordinates)
class CoordinatesView(LiveView):
    """A row for each; once a second is often enough to read."""

    coordinates = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.rows = Rows(
            [self.tr("Name"), self.tr("Model"), self.tr("x, m"), self.tr("z, m"), self.tr("Height, m"), "°"]
        )
        self.table = RowsTable(self.rows, self.tr("What moves, and where it is"), empty=self.tr("Nothing moves yet"))
        header = self.table.horizontalHeader()
        for column in range(2, 6):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.summary = plain_label(self.tr("Drop it on a model in a 3D desktop, and the model follows."), "muted")
        self._leader = ""
        self.content.addWidget(self.table, stretch=1)
        self.content.addWidget(self.summary)
        self.setFocusProxy(self.table)

    @coordinates.incoming
    def known(self, positions: Everything) -> None:
        """Where everything is."""
        self.rows.replace_all((each.name, self._texts(each)) for each in positions[:_SHOWN])
        count = format_count(len(positions), self.locale())
        text = [self.tr("{count} move").format(count=count)] if positions else []
        if self._leader:
            text.append(self.tr("led by {name}").format(name=self._leader))
        text.append(self.tr("drop it on a model in a 3D desktop, and the model follows"))
        self.summary.setText(" · ".join(text))

    @coordinates.incoming
    def leading(self, name: str, mine: bool) -> None:
        """Who makes up the flights."""
        self._leader = self.tr("you") if mine else name

    @coordinates.incoming
    def refused(self, reason: str) -> None:
        """The message was refused."""
        self.refuse(reason)

    def _texts(self, each: Pose) -> tuple[str, ...]:
        numbers = (each.x, each.z, each.y, each.heading % 360)
        return each.name, each.model, *(self.locale().toString(value, "f", 0) for value in numbers)
