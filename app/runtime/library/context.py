# SPDX-License-Identifier: BSD-3-Clause
"""The services of the runtime that a proxy can request in its constructor."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Protocol

from app.runtime.references import Reference
from app.runtime.trust import Question
from app.runtime.types import EndpointType, ObjectType, TemplateType, Type


class Cancellable(Protocol):
    """A task or timer that can be cancelled."""

    def cancel(self) -> object:
        """Cancel it; does nothing if it is done."""


class Context(Protocol):
    """The services of the node for one running object.

    An object gets it as the constructor argument with this annotation. Tasks, timers, endpoints and other
    objects that are started through it end with the object. A *turn* is the handling of one event: handlers
    of one object never run concurrently, so they need no locks.
    """

    @property
    def node_id(self) -> str:
        """The id of the node that runs the object."""

    @property
    def node_name(self) -> str:
        """The name of the node, as people see it."""

    @property
    def user(self) -> str:
        """The public key of the user for whom the node runs, in hexadecimal."""

    @property
    def colour(self) -> int | None:
        """The number of the colour that the user has chosen, or None."""

    @property
    def name(self) -> str:
        """The name of the object in messages: its path through the composites that contain it."""

    @property
    def reference(self) -> Reference:
        """The reference that the object was created from."""

    @property
    def types(self) -> Mapping[str, Type]:
        """The type arguments of the object, by parameter name."""

    def spawn(self, work: Coroutine[Any, Any, object]) -> Cancellable:
        """Run a coroutine until the object ends; if the coroutine raises, the object fails."""

    def later(self, seconds: float, call: Callable[[], object]) -> Cancellable:
        """Call once after a delay, in a turn of the object."""

    def every(self, seconds: float, call: Callable[[], object]) -> Cancellable:
        """Call periodically, each time in a turn of the object."""

    def post(self, call: Callable[..., object], *arguments: object) -> None:
        """Call in a later turn of the object; the only method that other threads may use."""

    def act(self, call: Callable[..., object], *arguments: object) -> None:
        """Call now, in a turn; returns after all answers were delivered. For input such as a key press."""

    def dereference(self, reference: Reference) -> Awaitable[Any]:
        """Open another object, which ends with this one at the latest."""

    def new_endpoint(self, endpoint_type: EndpointType, **handlers: Callable[..., object]) -> Any:
        """Create a private endpoint with handlers for its incoming events, to connect to another object."""

    def release(self, endpoint: Any) -> None:
        """Close a private endpoint before the object ends."""

    def connect(self, one: Any, other: Any) -> Any:
        """Connect two endpoints until the object ends."""

    def connect_ticket(self, ticket: str, endpoint: Any) -> Awaitable[Any]:
        """Connect an endpoint to one in another process until the object ends."""

    def show(self, proxy: Any) -> list[Any]:
        """Create the views of another object, or of its components, as parts of this view."""

    def has_view(self, reference: Reference) -> bool:
        """Whether the referenced object, or a component of it, has a view; does not run it."""

    def type_of(self, reference: Reference) -> ObjectType | TemplateType:
        """The type of the referenced object; does not run it."""

    def cast(self, reference: Reference, object_type: ObjectType | str) -> Reference:
        """A reference to the same object under another type, with installed adapters where needed."""

    def permit(self, question: Question) -> Awaitable[None]:
        """Ask the user for a permission; raises an error if it is denied."""

    def log(self, message: str) -> None:
        """Write a line to the log of the node, under the name of the object."""

    def set_state(self, state: str) -> None:
        """Set the visible state of the object: joining, catching up, live or read-only."""

    def at_end(self, call: Callable[[], object]) -> None:
        """Call when the object ends, for whatever reason."""
