# SPDX-License-Identifier: BSD-3-Clause
"""The view of a checklist: tasks, a line to add one, and the progress."""

from uuid import UUID, uuid4

from PySide6.QtWidgets import QHBoxLayout, QLineEdit

from app.runtime.library import Context, Endpoint, view_of
from objects_library.documents.checklist.proxy import LONGEST, Checklist, Task
from objects_library.documents.checklist.rows import TaskList, Tasks
from objects_library.widgets.appearance import GAP, SoftButton, format_count, plain_label
from objects_library.widgets.live_view import LiveView

AllTasks = list[Task]


@view_of(Checklist)
class ChecklistView(LiveView):
    """A list of tasks to tick."""

    checklist = Endpoint()

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._on_its_way: UUID | None = None
        self.model = Tasks()
        empty = self.tr("Nothing yet. Add something below: everyone sees it.")
        self.list = TaskList(self.model, self.tr("Things to tick off"), empty)
        self.progress = plain_label("", "muted", wrap=False)
        self.tidy_button = SoftButton(self.tr("&Tidy up"), self.tr("Remove all that is ticked"))
        self.remove_button = SoftButton(self.tr("&Remove"), self.tr("Remove the selected one"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Add something"))
        self.field.setAccessibleName(self.tr("Add something"))
        self.field.setMaxLength(LONGEST)
        self.add_button = SoftButton(self.tr("&Add"), main=True)
        below = QHBoxLayout()
        below.setSpacing(GAP)
        below.addWidget(self.progress, stretch=1)
        below.addWidget(self.remove_button)
        below.addWidget(self.tidy_button)
        adding = QHBoxLayout()
        adding.setSpacing(GAP)
        adding.addWidget(self.field, stretch=1)
        adding.addWidget(self.add_button)
        self.content.addWidget(self.list, stretch=1)
        self.content.addLayout(below)
        self.content.addLayout(adding)
        self.model.ticked.connect(lambda item, done: self.act(self.tick, item, done))
        self.model.rewritten.connect(lambda item, text: self.act(self.rewrite, item, text))
        self.list.remove_asked.connect(lambda item: self.act(self.remove, item))
        self.list.move_asked.connect(self._move_by)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_how_it_is())
        self.remove_button.clicked.connect(self._remove_chosen)
        self.tidy_button.clicked.connect(lambda: self.act(self.tidy))
        self.field.returnPressed.connect(self._add)
        self.add_button.clicked.connect(self._add)
        self.setFocusProxy(self.field)
        self._show_how_it_is()

    # ---- events of the object

    @checklist.incoming
    def tasks(self, tasks: AllTasks) -> None:
        """Show all tasks."""
        self.model.replace_all(tasks)
        self._show_how_it_is()

    @checklist.incoming
    def put(self, item: UUID, text: str, done: bool, by: str, after: UUID | None) -> None:
        """A task was added or changed."""
        self.model.put(Task(item, text, done, by), after)
        if item == self._on_its_way:
            self._on_its_way = None
            self.list.scrollTo(self.model.index(self.model.place_of(item)))
        self._show_how_it_is()

    @checklist.incoming
    def removed(self, item: UUID) -> None:
        """A task was removed."""
        self.model.take(item)
        self._show_how_it_is()

    @checklist.incoming
    def refused(self, reason: str) -> None:
        """A request was refused."""
        self.refuse(reason)

    # ---- what a person does

    @checklist.outgoing
    def add(self, item: UUID, text: str, after: UUID | None) -> None: ...

    @checklist.outgoing
    def tick(self, item: UUID, done: bool) -> None: ...

    @checklist.outgoing
    def rewrite(self, item: UUID, text: str) -> None: ...

    @checklist.outgoing("move")
    def put_behind(self, item: UUID, after: UUID | None) -> None: ...

    @checklist.outgoing
    def remove(self, item: UUID) -> None: ...

    @checklist.outgoing
    def tidy(self) -> None: ...

    def set_writable(self, writable: bool) -> None:
        """Enable or disable editing."""
        self.model.writable = writable
        self.field.setReadOnly(not writable)
        self._show_how_it_is()

    def _add(self) -> None:
        text = self.field.text().strip()
        if not text or not self.writable:
            return
        last = self._on_its_way or (self.model.tasks[-1].item if self.model.tasks else None)
        self._on_its_way = uuid4()
        self.field.clear()
        self.notice.show_message("")
        self.act(self.add, self._on_its_way, text, last)

    def _remove_chosen(self) -> None:
        chosen = self.list.chosen
        if chosen is not None:
            self.act(self.remove, chosen)

    def _move_by(self, item: UUID, step: int) -> None:
        target = self.model.place_of(item) + step
        if not self.writable or not 0 <= target < len(self.model.tasks):
            return
        behind = target if step > 0 else target - 1
        self.act(self.put_behind, item, self.model.tasks[behind].item if behind >= 0 else None)
        self.list.setCurrentIndex(self.model.index(self.model.place_of(item)))

    def _show_how_it_is(self) -> None:
        tasks = self.model.tasks
        done = sum(task.done for task in tasks)
        text = self.tr("{done} of {all} done").format(
            done=format_count(done, self.locale()), all=format_count(len(tasks), self.locale())
        )
        chosen = next((task for task in tasks if task.item == self.list.chosen), None)
        if chosen is not None and chosen.done:
            text = f"{text} · {self.tr('ticked by {name}').format(name=chosen.by)}"
        self.progress.setText(text if tasks else "")
        self.tidy_button.setEnabled(self.writable and done > 0)
        self.remove_button.setEnabled(self.writable and chosen is not None)
        self.add_button.setEnabled(self.writable)
