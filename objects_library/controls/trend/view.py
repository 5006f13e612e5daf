# SPDX-License-Identifier: BSD-3-Clause
"""The view of a trend: a line over time."""

from datetime import datetime

from PySide6.QtWidgets import QSizePolicy

from app.runtime.library import Context, Endpoint, view_of
from objects_library.controls.trend.proxy import Trend, TrendPoint
from objects_library.replication.recent_rows import MOST
from objects_library.values.columns import Column
from objects_library.values.series import PlotSettings, Store
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.plot_view import Plot

Points = list[TrendPoint]


@view_of(Trend)
class TrendView(LiveView):
    """The line; the mouse tells the numbers."""

    trend = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.store = Store([Column("at", "time"), Column("value", "number")], MOST)
        self.plot = Plot(self.store)
        self.plot.settings = PlotSettings("area", 0, (1,), None, MOST)
        self.plot.setAccessibleName(self.tr("Trend"))
        self.plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.content.addWidget(self.plot, stretch=1)

    @trend.incoming
    def settings(self, title: str, unit: str) -> None:
        """The title and the unit."""
        name = " ".join(filter(None, (title, f"[{unit}]" if unit else ""))) or self.tr("value")
        self.store.columns[1] = Column(name, "number")
        self.plot.update()

    @trend.incoming
    def points(self, points: Points) -> None:
        """All stored points."""
        self.store.clear()
        self.store.add((point.at, point.value) for point in points)
        self.plot.update()

    @trend.incoming
    def point(self, at: datetime, value: float) -> None:
        """A new point."""
        self.store.add([(at, value)])
        self.plot.update()

    @trend.incoming
    def refused(self, reason: str) -> None:
        """The point was refused."""
        self.refuse(reason)
