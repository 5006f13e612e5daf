# SPDX-License-Identifier: BSD-3-Clause
"""The view of a sample feed: who runs it, how far it is, and how it is doing."""

from PySide6.QtCore import Qt

from app.runtime.library import Context, Endpoint, view_of
from objects_library.feeds.sample_feed.proxy import SampleFeed
from objects_library.replication.feed_replica import FeedCondition
from objects_library.widgets.appearance import SoftButton, plain_label
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.tile_parts import SymbolLine
from objects_library.widgets.tile_text import describe_condition, describe_statistics


@view_of(SampleFeed)
class SampleFeedView(LiveView):
    """A few lines about where the numbers come from."""

    sample = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.state_line = SymbolLine(role="")
        self.leader_line = plain_label("", "muted")
        self.detail = plain_label("", "muted")
        self.detail.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.install_button = SoftButton(
            self.tr("Install Spark and go on"), self.tr("Run the feed here; Spark is installed for that"), main=True
        )
        self.install_button.clicked.connect(lambda: self.act(self.install))
        self.install_button.hide()
        for widget in (self.state_line, self.leader_line, self.detail):
            self.content.addWidget(widget)
        self.content.addWidget(self.install_button, alignment=Qt.AlignmentFlag.AlignLeft)
        self.content.addStretch(1)
        self.state_line.show_message(self.tr("Waiting for the feed"), "waiting")

    @sample.outgoing
    def install(self) -> None:
        """Run it here, though Spark has to be installed for that."""

    @sample.incoming
    def leader(self, name: str, mine: bool, waits: bool) -> None:
        """Who runs it."""
        if mine:
            text = self.tr("Runs on this computer, with Spark; whoever looks needs neither Spark nor the data.")
        elif name:
            text = self.tr("Runs on the computer of {name}; here, Spark is not needed.").format(name=name)
        else:
            text = ""
        if waits:
            text = self.tr("Whoever ran it is gone. It can go on here; Spark would be installed (600 MB).")
        self.leader_line.setText(text)
        self.install_button.setVisible(waits)

    @sample.incoming
    def told(self, condition: FeedCondition) -> None:
        """The state of the feed."""
        self.state_line.show_message(*describe_condition(condition, self.locale()))
        self.detail.setText("\n".join(describe_statistics(condition, self.locale())[:4]))
