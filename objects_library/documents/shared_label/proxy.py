# SPDX-License-Identifier: BSD-3-Clause
"""The shared label: one line of text that everybody sees and edits."""

import hashlib
import random
from dataclasses import asdict, dataclass
from typing import Annotated, Any
from uuid import UUID, uuid4

from app.runtime.library import Cancellable, Cause, Context, Endpoint, OfType, live_object, type_name
from app.runtime.library.cause import CAUSE_BYTES
from app.runtime.references import Reference
from app.runtime.types import EndpointType, dual
from objects_library.values.wire_values import as_text

_CHANNEL = (
    "reference[object{ channel: endpoint{ in send(LabelEdit); out receive(LabelEdit); "
    "provides reliability(exactly once, fifo) } }]"
)
_LONGEST_SILENCE = 0.2
LONGEST_WIRED = 500


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
    content = Endpoint(name="text", words="what {name} says")
    shows = Endpoint(words="{name} says {what}")

    def __init__(self, Channel: Annotated[Reference, OfType(_CHANNEL)], context: Context) -> None:
        self._context = context
        self._edit = Edit(0, uuid4(), "")
        self._author = self._edit.author
        self._channel: Any = None
        self._wired: str | None = None
        self._answer: Cancellable | None = None
        context.set_state("joining")
        context.spawn(self._join(Channel))

    @label.connected
    def show(self) -> None:
        """Send the present state to a client that connects."""
        self.changed(self._shown)

    @content.connected
    def offer_text_again(self) -> None:
        """Send the text to a new wire."""
        self.offer_text(self._shown, self._cause.repeated())

    @content.outgoing("value")
    def offer_text(self, value: str | None, cause: Cause) -> None:
        """The text, for wires."""

    @shows.incoming("value")
    def show_wired(self, value: Any, cause: Cause) -> None:
        """Show what a wire offers in words, instead of the text that was written."""
        words = None if value is None else as_text(value, LONGEST_WIRED)
        if words == self._wired:  # it goes no further, so that wires can form a circle
            return
        self._wired = words
        self.changed(self._shown)
        self.offer_text(self._shown, cause)

    @shows.incoming("happened")
    def show_event(self, value: Any, cause: Cause) -> None:
        """Show what the last event was about."""
        self.show_wired(value, cause)

    @shows.disconnected
    def forget_wired(self) -> None:
        """Show the text that was written again."""
        if not self.shows.connected:
            self._wired = None
            self.changed(self._shown)

    @property
    def _shown(self) -> str:
        return self._edit.text if self._wired is None else self._wired

    @property
    def _cause(self) -> Cause:
        edit = self._edit
        made = hashlib.blake2b(edit.author.bytes + str(edit.number).encode(), digest_size=CAUSE_BYTES)
        return Cause(made.digest() if edit.number else b"", own=edit.author == self._author)

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
        if edit.text != before.text and self._wired is None:
            self.changed(edit.text)
            self.offer_text(edit.text, self._cause)
