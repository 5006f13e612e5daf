# SPDX-License-Identifier: BSD-3-Clause
"""The view of a group service: fields for a request, and the answers."""

from typing import Any, Generic, TypeVar, cast
from uuid import UUID, uuid4

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout

from app.runtime.library import Context, Endpoint, ValueRefusedError, view_of
from app.runtime.types import ValueType
from objects_library.services.group_service.proxy import GroupService
from objects_library.widgets.appearance import GAP, SoftButton
from objects_library.widgets.fields import field_for
from objects_library.widgets.live_view import LiveView
from objects_library.widgets.rows import Rows, RowsTable
from objects_library.widgets.value_text import format_value

Q = TypeVar("Q")
A = TypeVar("A")
_MOST = 200


@view_of(GroupService)
class GroupServiceView(LiveView, Generic[Q, A]):
    """Submits requests and lists the answers; nothing blocks."""

    service = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._question = cast(ValueType, context.types["Q"])
        self._answer = cast(ValueType, context.types["A"])
        self.field = field_for(self._question)
        self.field.set_name(self.tr("Question"))
        self.field.done.connect(self._ask)
        self.ask_button = SoftButton(self.tr("&Ask"), main=True)
        self.ask_button.clicked.connect(self._ask)
        self.rows = Rows([self.tr("Question"), self.tr("Answer"), self.tr("By")])
        self.table = RowsTable(
            self.rows, self.tr("Questions and answers"), empty=self.tr("Ask something above; whoever serves answers.")
        )
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self.field, stretch=1)
        row.addWidget(self.ask_button, alignment=Qt.AlignmentFlag.AlignBottom)
        self.content.addLayout(row)
        self.content.addWidget(self.table, stretch=1)
        self.setFocusProxy(self.field)

    @service.outgoing("request")
    def ask(self, request: UUID, question: Q) -> None: ...

    @service.incoming
    def answered(self, request: UUID, answers: list[A], by: list[str]) -> None:
        """The answers."""
        text = " · ".join(format_value(self._answer, each) for each in answers)
        self._settle(request, text, ", ".join(by))

    @service.incoming
    def failed(self, request: UUID, reason: str) -> None:
        """There is no answer."""
        self._settle(request, self.tr("no answer: {reason}").format(reason=reason), "")

    @service.incoming
    def outcome(self, request: UUID, state: str, answers: list[A], reason: str) -> None:
        """The outcome of a repeated request."""
        if state == "done":
            self.answered(request, answers, [])
        elif state == "failed":
            self.failed(request, reason)

    def set_writable(self, writable: bool) -> None:
        """Disable the fields while the object is not live."""
        self.field.set_writable(writable)
        self.ask_button.setEnabled(writable)

    def _ask(self) -> None:
        if not self.writable:
            return
        try:
            question: Any = self.field.value()
        except ValueRefusedError as error:
            self.refuse(str(error))
            return
        self.notice.show_message("")
        name = uuid4()
        self.rows.put(name, format_value(self._question, question), "…", "", first=True)
        while self.rows.rowCount() > _MOST:
            self.rows.take(self.rows.key_at(_MOST))
        self.act(self.ask, name, question)

    def _settle(self, request: UUID, text: str, by: str) -> None:
        row = self.rows.row_of(request)
        if row >= 0:
            self.rows.put(request, self.rows.texts()[row][0], text, by)
