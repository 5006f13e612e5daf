# SPDX-License-Identifier: BSD-3-Clause
"""The tabs below the canvas: problems, monitor, Spark and log."""

from __future__ import annotations

from PySide6.QtWidgets import QTabWidget, QWidget


class BottomPanel(QTabWidget):
    """Shows one of the panels, and how many problems there are."""

    def __init__(self, problems: QWidget, monitor: QWidget, spark: QWidget, log: QWidget) -> None:
        super().__init__()
        self._problems = problems
        self.setDocumentMode(True)
        self.addTab(problems, self.tr("Problems"))
        self.addTab(monitor, self.tr("Monitor"))
        self.addTab(spark, self.tr("Spark"))
        self.addTab(log, self.tr("Log"))

    def show_problem_count(self, count: int) -> None:
        """Show the number of problems in the title of their tab."""
        words = self.tr("Problems ({count})").format(count=count) if count else self.tr("Problems")
        self.setTabText(self.indexOf(self._problems), words)
