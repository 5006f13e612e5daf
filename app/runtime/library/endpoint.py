# SPDX-License-Identifier: BSD-3-Clause
"""`Endpoint`: the declaration of an endpoint and its events in a class."""

import inspect
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Protocol, Self, TypeVar, cast, overload

from app.runtime.library.errors import DeclarationError

_Value = TypeVar("_Value")
_Parameters = ParamSpec("_Parameters")
_Method = TypeVar("_Method", bound=Callable[..., None])


EVENT_DIRECTION = "__event_direction__"


def incoming(method: _Method) -> _Method:
    """Mark an incoming event of a class that describes an endpoint type."""
    setattr(method, EVENT_DIRECTION, "incoming")
    return method


def outgoing(method: _Method) -> _Method:
    """Mark an outgoing event of a class that describes an endpoint type."""
    setattr(method, EVENT_DIRECTION, "outgoing")
    return method


class Portal(Protocol):
    """The endpoint of a running object: what `self.NAME` is for a class attribute `NAME = Endpoint()`."""

    @property
    def connected(self) -> bool:
        """Whether another endpoint is connected."""


class _Closed:
    """The portal of an endpoint whose object runs outside of any node."""

    connected = False


class Sender(Generic[_Parameters]):
    """An outgoing event that was declared without a method; the class gets one when it is finished."""

    def __init__(self, methods: list[tuple[str, FunctionType]], kinds: Mapping[str, object]) -> None:
        self._methods = methods
        self._kinds = kinds

    def __set_name__(self, owner: type, name: str) -> None:
        def send(self: object, *values: object, **named: object) -> None: ...

        parameters = [
            inspect.Parameter(each, inspect.Parameter.POSITIONAL_OR_KEYWORD) for each in ("self", *self._kinds)
        ]
        send.__name__, send.__qualname__ = name, f"{owner.__qualname__}.{name}"
        send.__annotations__ = dict(self._kinds)
        send.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # inspect looks for it
        self._methods.append((name, cast(FunctionType, send)))
        setattr(owner, name, send)

    if TYPE_CHECKING:

        def __get__(self, instance: object, owner: type | None = None) -> Callable[_Parameters, None]: ...


class Endpoint:
    """A typed port of an object, declared as a class attribute.

    Incoming events are methods decorated with `incoming`; outgoing events are declared with `sends` or with
    methods decorated with `outgoing`.

    Args:
        name: The name of the endpoint; by default that of the attribute.
        provides: What the endpoint guarantees, by formalism: `{"reliability": "total"}`.
        requires: What it needs from the endpoint that it is connected to.
        queued: Deliver incoming events in a later turn instead of within the call of the sender.
        fits: A class that describes an endpoint type, which the events must conform to.
        carries: The type in the notation, such as `"~E"`, for adapters that do not know their events.
        words: What a wire at this endpoint means, as part of a sentence. Of an endpoint that offers something:
            `"what {name} is set to"`; of one that accepts something: `"{name} shows {what}"`.
    """

    def __init__(
        self,
        *,
        name: str | None = None,
        provides: Mapping[str, str] | None = None,
        requires: Mapping[str, str] | None = None,
        queued: bool = False,
        fits: Any = None,
        carries: str | None = None,
        words: str = "",
    ) -> None:
        self.name = name or ""
        self.attribute = ""
        self.provides = dict(provides or {})
        self.requires = dict(requires or {})
        self.queued = queued
        self.fits = fits
        self.carries = carries
        self.words = words
        self.incoming_methods: list[tuple[str, FunctionType]] = []
        self.outgoing_methods: list[tuple[str, FunctionType]] = []
        self.roles: dict[str, FunctionType] = {}

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.attribute = attribute
        self.name = self.name or attribute

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Portal: ...
    def __get__(self, instance: object | None, owner: type) -> "Self | Portal":
        # A running proxy has its portal in its own dictionary, which Python looks at first.
        return self if instance is None else _Closed()

    def stronger(
        self, *, provides: Mapping[str, str] | None = None, requires: Mapping[str, str] | None = None
    ) -> "Endpoint":
        """The same endpoint with additional constraints, for a subclass of the class that declares it."""
        copy = Endpoint(
            name=self.name,
            provides=_joined(self.provides, provides or {}),
            requires=_joined(self.requires, requires or {}),
            queued=self.queued,
            fits=self.fits,
            carries=self.carries,
            words=self.words,
        )
        copy.incoming_methods = list(self.incoming_methods)
        copy.outgoing_methods = list(self.outgoing_methods)
        copy.roles = dict(self.roles)
        return copy

    @overload
    def incoming(self, event: str) -> Callable[[_Method], _Method]: ...
    @overload
    def incoming(self, event: _Method) -> _Method: ...
    def incoming(self, event: Any) -> Any:
        """Declare the method as the handler of an incoming event, named after the method or as given."""
        return self._declare(self.incoming_methods, event, "incoming")

    @overload
    def outgoing(self, event: str) -> Callable[[_Method], _Method]: ...
    @overload
    def outgoing(self, event: _Method) -> _Method: ...
    def outgoing(self, event: Any) -> Any:
        """Declare an outgoing event: calling the method sends it. The body of the method never runs."""
        return self._declare(self.outgoing_methods, event, "outgoing")

    @overload
    def sends(self) -> Sender[[]]: ...
    @overload
    def sends(self, kind: type[_Value], /) -> Sender[[_Value]]: ...
    @overload
    def sends(self, **kinds: Any) -> Sender[...]: ...
    def sends(self, *kind: Any, **kinds: Any) -> Sender[Any]:
        """Declare an outgoing event by the types of its values: `moved = mouse.sends(x=int, y=int)`."""
        return Sender(self.outgoing_methods, dict(zip(["value"], kind, strict=False)) | kinds)

    def connected(self, method: _Method) -> _Method:
        """Call the method when another endpoint is connected."""
        return self._play("connected", method)

    def disconnected(self, method: _Method) -> _Method:
        """Call the method when the other endpoint was disconnected."""
        return self._play("disconnected", method)

    def every_incoming(self, method: _Method) -> _Method:
        """Call the method with the name and plain value of each incoming event without a handler."""
        return self._play("every_incoming", method)

    def every_outgoing(self, method: _Method) -> _Method:
        """Make the method send any event: it is called with the name and plain value of the event."""
        return self._play("every_outgoing", method)

    def _declare(self, methods: list[tuple[str, FunctionType]], event: Any, direction: str) -> Any:
        if isinstance(event, str):
            return lambda method: self._add(methods, event, self._function(method, direction))
        method = self._function(event, direction)
        return self._add(methods, method.__name__, method)

    def _add(self, methods: list[tuple[str, FunctionType]], event: str, method: FunctionType) -> FunctionType:
        methods.append((event, method))
        return method

    def _play(self, role: str, method: _Method) -> _Method:
        if role in self.roles:
            raise DeclarationError(
                f"`{method.__qualname__}` is the second method for `@....{role}` of one endpoint",
                f"do both things in `{self.roles[role].__name__}`",
            )
        self.roles[role] = self._function(method, role)
        return method

    def _function(self, method: object, decorator: str) -> FunctionType:
        if not isinstance(method, FunctionType):
            raise DeclarationError(
                f"`@....{decorator}` was put on {method!r}, which is not a method",
                "put it on a plain `def` inside the class, or give it the event's name as text",
            )
        if self.attribute:
            raise DeclarationError(
                f"`{method.__qualname__}` adds an event to the endpoint `{self.name}` of a finished class",
                "declare the endpoint and its events in one class",
            )
        return method


def _joined(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """Return both sets of constraints; two in one formalism are conjoined."""
    return {**old, **{key: f"{old[key]}, {text}" if key in old else text for key, text in new.items()}}
