# SPDX-License-Identifier: BSD-3-Clause
"""Reads the endpoint declarations of an author's class."""

from collections.abc import Iterable, Sequence
from types import FunctionType

from app.runtime.library.constraints import check_constraints
from app.runtime.library.definition import LONGEST_WORDS, EndpointDeclaration, EventDeclaration
from app.runtime.library.endpoint import Endpoint
from app.runtime.library.endpoint_types import require_fit
from app.runtime.library.errors import DeclarationError
from app.runtime.library.methods import event_signature, method_label, refuse_body
from app.runtime.library.named_types import current_names
from app.runtime.types import (
    ANYTHING,
    TEXT,
    EndpointPattern,
    EndpointTerm,
    EndpointType,
    TypeModelError,
    TypeSyntaxError,
    Variable,
    strengthen,
)
from app.runtime.types.parser import TypeParser

_Methods = Sequence[tuple[str, FunctionType]]


def declared_endpoints(cls: type, variables: Iterable[Variable] = ()) -> tuple[EndpointDeclaration, ...]:
    """Return the endpoints of a class and its base classes, in source order."""
    found: dict[str, Endpoint] = {}
    for part in reversed(cls.__mro__):
        for attribute, value in vars(part).items():
            if isinstance(value, Endpoint):
                found[attribute] = value
            else:
                found.pop(attribute, None)
    _refuse_shared_names(cls, found.values())
    _refuse_shared_methods(cls, found.values())
    return tuple(_declaration(cls, endpoint, tuple(variables)) for endpoint in found.values())


def described_endpoint(cls: type, endpoint: Endpoint) -> EndpointTerm:
    """Return the type of one endpoint whose events are methods of the class itself."""
    _refuse_shared_methods(cls, [endpoint])
    return _declaration(cls, endpoint, ()).type


def _declaration(cls: type, endpoint: Endpoint, variables: tuple[Variable, ...]) -> EndpointDeclaration:
    where = f"endpoint `{endpoint.name}` of `{cls.__name__}`"
    incoming = _events(cls, endpoint.incoming_methods, "incoming")
    outgoing = _events(cls, endpoint.outgoing_methods, "outgoing")
    roles = {role: _role(role, method) for role, method in endpoint.roles.items()}
    try:
        declared = (
            _explicit_type(endpoint, where, variables) if endpoint.carries else _type(endpoint, incoming, outgoing)
        )
    except TypeModelError as error:
        raise DeclarationError(f"{where}: {error}", "change the name or the constraint that it speaks of") from None
    check_constraints(where, declared)
    if endpoint.fits is not None:
        require_fit(where, declared, endpoint.fits)
    words = _checked_words(where, endpoint.words)
    return EndpointDeclaration(
        endpoint.name, endpoint.attribute, declared, incoming, outgoing, endpoint.queued, words=words, **roles
    )


def _checked_words(where: str, words: object) -> str:
    if not isinstance(words, str) or (words and not words.isprintable()) or len(words) > LONGEST_WORDS:
        raise DeclarationError(f"{where} has words that are not one short line: {words!r}", "write a few words")
    return words


def _type(
    endpoint: Endpoint, incoming: Sequence[EventDeclaration], outgoing: Sequence[EventDeclaration]
) -> EndpointType:
    return EndpointType.of(
        {event.name: event.type for event in incoming},
        {event.name: event.type for event in outgoing},
        endpoint.provides,
        endpoint.requires,
    )


def _explicit_type(endpoint: Endpoint, where: str, variables: tuple[Variable, ...]) -> EndpointTerm:
    """Return the type of an adapter's endpoint, given in the notation, as in `~E`."""
    text = endpoint.carries or ""
    if endpoint.incoming_methods or endpoint.outgoing_methods or len(_every(endpoint)) < 2:
        raise DeclarationError(
            f"{where} has the type {text!r} and so carries events that its class does not know",
            "declare one method with `every_incoming` and one with `every_outgoing`, and no other",
        )
    try:
        found = TypeParser(text, current_names().find, variables).whole_type()
    except TypeSyntaxError as error:
        raise DeclarationError(f"{where}: {error}", "see docs/types.md for the notation") from None
    if not isinstance(found, EndpointType | EndpointPattern | Variable) or found.sort != "endpoint_type":
        raise DeclarationError(f"{where} has the type {text!r}, which is not of an endpoint", "write `E` or `~E`")
    return strengthen(found, endpoint.provides, endpoint.requires)


def _every(endpoint: Endpoint) -> list[str]:
    return [role for role in endpoint.roles if role.startswith("every_")]


def _events(cls: type, methods: _Methods, direction: str) -> tuple[EventDeclaration, ...]:
    return tuple(_event(cls, name, method, direction) for name, method in methods)


def _event(cls: type, name: str, method: FunctionType, direction: str) -> EventDeclaration:
    signature = event_signature(method)
    if direction == "incoming":
        return EventDeclaration(name, method.__name__, signature.accepted, signature)
    refuse_body(method)
    if not cls.__dictoffset__:
        raise DeclarationError(f"`{cls.__name__}` has `__slots__`, so it cannot send events", "remove `__slots__`")
    return EventDeclaration(name, method.__name__, signature.sent, signature)


def _role(role: str, method: FunctionType) -> str:
    signature = event_signature(method)
    wanted = (TEXT, ANYTHING) if role.startswith("every_") else ()
    if tuple(wrapper.sent for wrapper in signature.wrappers) != wanted:
        shape = "(self, event: str, value: Any)" if wanted else "(self)"
        raise DeclarationError(
            f"{method_label(method)} has other parameters than `{role}` gives it",
            f"write `def {method.__name__}{shape}`",
        )
    if role == "every_outgoing":
        refuse_body(method)
    return method.__name__


def _refuse_shared_names(cls: type, endpoints: Iterable[Endpoint]) -> None:
    seen: set[str] = set()
    for endpoint in endpoints:
        if endpoint.name in seen:
            raise DeclarationError(
                f"`{cls.__name__}` has two endpoints named `{endpoint.name}`", "give one of them another name"
            )
        seen.add(endpoint.name)


def _refuse_shared_methods(cls: type, endpoints: Iterable[Endpoint]) -> None:
    """Refuse a method with two events, or one that both sends and handles."""
    senders: list[str] = []
    handlers: list[str] = []
    for endpoint in endpoints:
        _refuse_repeated(cls, endpoint, endpoint.incoming_methods)
        _refuse_repeated(cls, endpoint, endpoint.outgoing_methods)
        handlers += [method.__name__ for _, method in endpoint.incoming_methods]
        senders += [method.__name__ for _, method in endpoint.outgoing_methods]
    for name in senders:
        if name in handlers or senders.count(name) > 1:
            raise DeclarationError(
                f"`{cls.__name__}.{name}` sends one event and has a second meaning", "write one method for each event"
            )


def _refuse_repeated(cls: type, endpoint: Endpoint, methods: _Methods) -> None:
    names = [event for event, _ in methods]
    for event, method in methods:
        if names.count(event) > 1:
            raise DeclarationError(
                f"`{cls.__name__}` declares the event `{event}` of endpoint `{endpoint.name}` twice",
                "remove one, or give it another event name",
            )
        if not any(vars(part).get(method.__name__) is method for part in cls.__mro__):
            raise DeclarationError(
                f"`{cls.__name__}` has two things named `{method.__name__}`, and only the last one counts",
                'rename one; `@endpoint.incoming("event")` keeps the name of its event',
            )
