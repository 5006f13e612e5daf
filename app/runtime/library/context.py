"""What the runtime offers to a proxy that asks for it in its constructor."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Protocol

from app.runtime.references import Reference
from app.runtime.trust import Question
from app.runtime.types import EndpointType, ObjectType, TemplateType, Type


class Cancellable(Protocol):
    """Something under way that can be called off."""

    def cancel(self) -> object:
        """Cancel it; does nothing if it is done."""


class Context(Protocol):
    """The services of the node for one proxy; all of them end with the proxy."""

    @property
    def node_id(self) -> str:
        """The public identity of the node that runs this proxy."""

    @property
    def node_name(self) -> str:
        """What people call that node."""

    @property
    def user(self) -> str:
        """The public identity of the user for whom that node runs."""

    @property
    def name(self) -> str:
        """How messages call this proxy: the way to it through the components that hold it."""

    @property
    def reference(self) -> Reference:
        """The reference that this proxy was made from."""

    @property
    def types(self) -> Mapping[str, Type]:
        """What the type parameters of this object stand for, by name."""

    def spawn(self, work: Coroutine[Any, Any, object]) -> Cancellable:
        """Run a coroutine beside the proxy; it is cancelled with the proxy and its failure is the proxy's."""

    def later(self, seconds: float, call: Callable[[], object]) -> Cancellable:
        """Call once after a while, in a turn of the proxy."""

    def every(self, seconds: float, call: Callable[[], object]) -> Cancellable:
        """Call again and again, each time in a turn of the proxy."""

    def post(self, call: Callable[..., object], *arguments: object) -> None:
        """Call in a later turn of the proxy; the only method that other threads may use."""

    def act(self, call: Callable[..., object], *arguments: object) -> None:
        """Call now, in a turn, and hear the answers: for what comes from outside, such as a key press."""

    def dereference(self, reference: Reference) -> Awaitable[Any]:
        """Start a proxy of another object, owned by this one."""

    def new_endpoint(self, endpoint_type: EndpointType, **handlers: Callable[..., object]) -> Any:
        """Make a private endpoint with handlers for its incoming events, to connect to another proxy."""

    def release(self, endpoint: Any) -> None:
        """Give up a private endpoint before the proxy ends."""

    def connect(self, one: Any, other: Any) -> Any:
        """Join two endpoints for as long as this proxy lives."""

    def connect_ticket(self, ticket: str, endpoint: Any) -> Awaitable[Any]:
        """Join an endpoint to one in another process, for as long as this proxy lives."""

    def show(self, proxy: Any) -> list[Any]:
        """The views of another object, or of its parts, to be shown inside of this view; they end with it."""

    def has_view(self, reference: Reference) -> bool:
        """Whether the object that a reference leads to, or a part of it, can be shown; without running it."""

    def type_of(self, reference: Reference) -> ObjectType | TemplateType:
        """The type of the object that a reference leads to, without running it."""

    def cast(self, reference: Reference, object_type: ObjectType | str) -> Reference:
        """The same object under another type, with adapters where they are needed and known."""

    def permit(self, question: Question) -> Awaitable[None]:
        """Return when the user allows it; raise when not."""

    def log(self, message: str) -> None:
        """Leave a line in the log of the node, under the name of this proxy."""

    def set_state(self, state: str) -> None:
        """Show where this proxy is in its life: joining, catching up, live, read-only."""

    def at_end(self, call: Callable[[], object]) -> None:
        """Call when the proxy ends, on every path."""
