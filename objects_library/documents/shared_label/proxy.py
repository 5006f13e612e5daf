# SPDX-License-Identifier: BSD-3-Clause
"""The shared label: one line of text that everybody sees and edits."""

import random
from dataclasses import asdict, dataclass
from typing import Annotated, Any
from uuid import UUID, uuid4

from app.runtime.library import Cancellable, Context, Endpoint, OfType, live_object, type_name
from app.runtime.references import Reference
from app.runtime.types import EndpointType, dual

_CHANNEL = (
    "reference[object{ channel: endpoint{ in send(LabelEdit); out receive(LabelEdit); "
    "provides reliability(exactly once, fifo) } }]"
)
_LONGEST_SILENCE = 0.2


@type_name("LabelEdit")
@dataclass(frozen=True)
class Edit:
    """A text of the label; the highest number wins, of equal ones that of the higher author id."""

    number: int
    author: UUID
    text: str

    @property
    def rank(self) -> tuple[int, UUID]:
        """The rank of an edit, which does not depend on the order of arrival."""
        return self.number, self.author


@live_object("00000000000000000000000000000003", name="Shared label", group="Shared documents")
class SharedLabel:
    """A line of text that everyone who opens it sees and changes."""

    label = Endpoint()

    def __init__(self, Channel: Annotated[Reference, OfType(_CHANNEL)], context: Context) -> None:
        self._context = context
        self._edit = Edit(0, uuid4(), "")
        self._author = self._edit.author
        self._channel: Any = None
        self._answer: Cancellable | None = None
        context.set_state("joining")
        context.spawn(self._join(Channel))

    @label.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        self.changed(self._edit.text)

    @label.incoming
    def set(self, text: str) -> None:
        """Set the text."""
        self._take(Edit(self._edit.number + 1, self._author, text))
        self._publish()

    @label.outgoing
    def changed(self, text: str) -> None:
        """The text of the label."""

    async def _join(self, channel: Reference) -> None:
        proxy = await self._context.dereference(channel)
        outer = proxy.endpoint("channel")
        opposite = dual(outer.type)
        assert isinstance(opposite, EndpointType)
        self._channel = self._context.new_endpoint(opposite, receive=self._receive)
        self._context.connect(self._channel, outer)
        self._context.set_state("live")
        self._publish()  # copies that know a newer text answer

    def _publish(self) -> None:
        if self._channel is not None:
            self._channel.send(asdict(self._edit))

    def _receive(self, value: dict[str, Any]) -> None:
        edit = Edit(value["number"], value["author"], value["text"])
        if edit.rank >= self._edit.rank and self._answer is not None:
            self._answer.cancel()  # another copy has answered
            self._answer = None
        if edit.rank > self._edit.rank:
            self._take(edit)
        elif edit.number < self._edit.number and self._answer is None:
            # All copies with a newer text would answer; the first answer keeps the others silent.
            self._answer = self._context.later(random.uniform(0, _LONGEST_SILENCE), self._notify)  # noqa: S311

    def _notify(self) -> None:
        self._answer = None
        self._publish()

    def _take(self, edit: Edit) -> None:
        before, self._edit = self._edit, edit
        if edit.text != before.text:
            self.changed(edit.text)
