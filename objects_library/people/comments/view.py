# SPDX-License-Identifier: BSD-3-Clause
"""The view of comments: threads, replies, and a field for a new thread."""

from uuid import UUID

from app.runtime.library import Context, Endpoint, view_of
from objects_library.people.comments.proxy import Comments
from objects_library.replication.comments.shown import ShownThread
from objects_library.widgets.comment_list import CommentList
from objects_library.widgets.live_view import LiveView


@view_of(Comments)
class CommentsView(LiveView):
    """The threads of one object."""

    comments = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.list = CommentList()
        self.content.addWidget(self.list)
        self.setFocusProxy(self.list)
        self.list.added.connect(lambda text: self.act(self.add, text, "", ""))
        self.list.replied.connect(lambda thread, text: self.act(self.reply, thread, text))
        self.list.rewritten.connect(lambda message, text: self.act(self.rewrite, message, text))
        self.list.taken_back.connect(lambda message: self.act(self.take_back, message))
        self.list.resolved.connect(lambda thread, resolved: self.act(self.resolve, thread, resolved))
        self.list.removed.connect(lambda thread: self.act(self.remove, thread))

    @comments.outgoing
    def add(self, text: str, about: str, title: str) -> None: ...

    @comments.outgoing
    def reply(self, thread: UUID, text: str) -> None: ...

    @comments.outgoing
    def rewrite(self, message: UUID, text: str) -> None: ...

    @comments.outgoing
    def take_back(self, message: UUID) -> None: ...

    @comments.outgoing
    def resolve(self, thread: UUID, resolved: bool) -> None: ...

    @comments.outgoing
    def remove(self, thread: UUID) -> None: ...

    @comments.incoming
    def threads(self, threads: list[ShownThread]) -> None:
        """Show all threads."""
        self.list.show_threads(threads)

    @comments.incoming
    def rights(self, writable: bool, reason: str) -> None:
        """Whether this person may comment."""
        self.list.set_writable(writable, reason)

    @comments.incoming
    def refused(self, reason: str, text: str) -> None:
        """Show a refusal, and put the text back into the field."""
        self.list.give_back(text)
        self.refuse(reason)
