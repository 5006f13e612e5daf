# SPDX-License-Identifier: BSD-3-Clause
"""Definitions: what the runtime knows about an object of a library."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NoReturn, cast

from app.runtime.library.context import Context
from app.runtime.library.errors import LibraryError, MissingObjectError
from app.runtime.library.signatures import Signature
from app.runtime.library.wrappers import Wrapper
from app.runtime.types import EndpointTerm, ObjectType, TemplateType, ValueType

Kind = Literal["object", "adapter"]
LONGEST_LIMITS = 80
LONGEST_WORDS = 120
Prepare = Callable[[object], None]


@dataclass(frozen=True)
class EventDeclaration:
    """One event of an endpoint, with the method that handles or sends it."""

    name: str
    method: str
    type: ValueType
    signature: Signature


@dataclass(frozen=True)
class EndpointDeclaration:
    """One endpoint as its class declares it.

    The runtime calls `getattr(proxy, event.method)` to deliver an incoming event, replaces
    `proxy.__dict__[event.method]` for an outgoing one, and puts the portal of the endpoint in
    `proxy.__dict__[attribute]`. `connected` and `disconnected` name methods without arguments.
    `every_incoming` and `every_outgoing` name methods (event, value) of an adapter that carries
    events that its author does not know; the value is in its plain form.
    """

    name: str
    attribute: str
    type: EndpointTerm
    incoming: tuple[EventDeclaration, ...] = ()
    outgoing: tuple[EventDeclaration, ...] = ()
    queued: bool = False
    connected: str | None = None
    disconnected: str | None = None
    every_incoming: str | None = None
    every_outgoing: str | None = None
    words: str = ""


@dataclass(frozen=True)
class Setting:
    """A parameter of the constructor: how a plain argument becomes the value that the class expects."""

    name: str
    wrapper: Wrapper


@dataclass(frozen=True)
class Blueprint:
    """The code of an object: its class, and how the runtime talks to an instance of it."""

    factory: type[Any]
    endpoints: tuple[EndpointDeclaration, ...]
    settings: tuple[Setting, ...] = ()
    injected: tuple[tuple[str, str], ...] = ()
    """Further constructor parameters, each with the name of what the runtime injects."""
    injected_objects: Mapping[str, object] = field(default_factory=dict)
    """Objects to inject besides the context."""

    def build(self, arguments: Mapping[str, object], context: Context, prepare: Prepare | None = None) -> object:
        """Make an instance; `prepare` is called with it before its constructor runs."""
        given: dict[str, object] = {
            setting.name: setting.wrapper.lift(arguments[setting.name])
            for setting in self.settings
            if setting.name in arguments
        }
        given |= {name: self._injection(gift, context) for name, gift in self.injected}
        instance: object = cast(Any, self.factory).__new__(self.factory)
        if prepare is not None:
            prepare(instance)
        # As `type.__call__` does, in two steps, so that the endpoints exist before the constructor.
        self.factory.__init__(instance, **given)
        return instance

    def _injection(self, gift: str, context: Context) -> object:
        if gift == "context":
            return context
        if gift not in self.injected_objects:
            raise LibraryError(f"`{self.factory.__name__}` needs a {gift}, and this node has none", "give it one")
        return self.injected_objects[gift]


@dataclass(frozen=True)
class Definition:
    """An object, template or adapter of a library; its code is loaded at first use."""

    id: int
    version: int
    name: str
    description: str
    type: ObjectType | TemplateType
    group: str = "My objects"
    kind: Kind = "object"
    icon: Path | None = None
    limits: str = ""
    words: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Of endpoints, what a wire there means, as part of a sentence."""
    library: str = ""
    missing: str | None = None
    sandboxed: bool = False
    """Whether its code runs in a process of its own."""
    has_own_look: bool = False
    """Whether it has a view that is not shown, since a view is code, too."""
    load: Callable[[], Blueprint] | None = field(default=None, compare=False, repr=False)
    load_view: Callable[[], Blueprint | None] | None = field(default=None, compare=False, repr=False)

    def blueprint(self) -> Blueprint:
        """Return the code of the object, imported at first use."""
        if self.load is None:
            self._refuse()
        return self.load()

    def view(self) -> Blueprint | None:
        """Return the view class of the object, or None; imports Qt at first use."""
        return None if self.load_view is None else self.load_view()

    def build(self, arguments: Mapping[str, object], context: Context, prepare: Prepare | None = None) -> object:
        """Make an instance of the object's class from plain arguments by parameter name."""
        return self.blueprint().build(arguments, context, prepare)

    def _refuse(self) -> NoReturn:
        raise MissingObjectError(
            f"`{self.name}` is not on this machine", self.missing or "install the library that has it"
        )
