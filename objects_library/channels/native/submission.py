# SPDX-License-Identifier: BSD-3-Clause
"""The endpoint `submission` of channels that acknowledge messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic
from uuid import UUID

from app.runtime.library import Endpoint, encode
from app.runtime.types import ValueType
from objects_library.channels.native.channel import T


class SubmissionEvents(Generic[T]):
    """Submissions of messages under a request id; a subclass sends them with `_submit`."""

    submission = Endpoint()
    _type: ValueType
    _why_not: Callable[[], str]
    """Why this user may not send; that of the channel."""

    def _send_encoded(self, data: bytes) -> None:
        self._submit(data, None)

    def _submit(self, data: bytes, request: UUID | None) -> None:
        raise NotImplementedError

    @submission.incoming
    def submit(self, request: UUID, message: T) -> None:
        """Send a message exactly once, however often this request is submitted."""
        if why := self._why_not():
            self.notify_refused(request, why)
        else:
            self._submit(encode(self._type, message), request)

    @submission.outgoing("accepted")
    def notify_accepted(self, request: UUID) -> None:
        """The message of a request is safe."""

    @submission.outgoing("refused")
    def notify_refused(self, request: UUID, reason: str) -> None:
        """The message of a request was not sent and will not be."""
