# SPDX-License-Identifier: BSD-3-Clause
"""Signatures: how the arguments of an event travel as one value, and how senders and receivers connect.

An event carries null when its method has no argument, the argument itself when it has one, and a record of
the parameter names when it has several.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

from app.runtime.library.wrappers import Wrapper
from app.runtime.types import NULL, Field, Record, ValueType

Arguments = tuple[object, ...]


@dataclass(frozen=True)
class Signature:
    """The parameters of one event's method: names in order, a wrapper each, defaults of a handler."""

    names: tuple[str, ...]
    wrappers: tuple[Wrapper, ...]
    defaults: Mapping[str, object] = field(default_factory=dict)

    @cached_property
    def sent(self) -> ValueType:
        """The type that a sender with these parameters guarantees: exactly these fields."""
        if not self.names:
            return NULL
        if len(self.names) == 1:
            return self.wrappers[0].sent
        pairs = zip(self.names, self.wrappers, strict=True)
        return Record(tuple(Field(name, wrapper.sent) for name, wrapper in pairs))

    @cached_property
    def accepted(self) -> ValueType:
        """The type that a handler accepts: defaults are optional, further fields allowed."""
        if not self.names:
            return NULL
        if len(self.names) == 1:
            return self.wrappers[0].accepted
        pairs = zip(self.names, self.wrappers, strict=True)
        fields = (Field(name, wrapper.accepted, name in self.defaults) for name, wrapper in pairs)
        return Record(tuple(fields), open=True)

    def pack(self, *arguments: object) -> object:
        """Return the plain value that the event carries."""
        if not arguments:
            return None
        if len(self.names) == 1:
            return self.wrappers[0].lower(arguments[0])
        triples = zip(self.names, self.wrappers, arguments, strict=True)
        return {name: wrapper.lower(argument) for name, wrapper, argument in triples}

    def unpack(self, value: object) -> Arguments:
        """Return the arguments of the method, from the plain value of an event."""
        if not self.names:
            return ()
        if len(self.names) == 1:
            return (self.wrappers[0].lift(value),)
        fields = cast(Mapping[str, object], value)
        return tuple(
            wrapper.lift(fields[name]) if name in fields else self.defaults[name]
            for name, wrapper in zip(self.names, self.wrappers, strict=True)
        )


def conversion(sender: Signature, receiver: Signature) -> Callable[..., Arguments] | None:
    """Return the conversion of a sender's arguments to a receiver's; None if they need none.

    The types of the two must match. Generated code belongs to one side: a pair costs one closure.
    """
    if len(sender.names) == len(receiver.names) == 1:
        return _single(sender.wrappers[0], receiver.wrappers[0])
    if _goes_untouched(sender, receiver):
        return None
    pack, unpack = sender.pack, receiver.unpack
    return lambda *arguments: unpack(pack(*arguments))


def _single(sender: Wrapper, receiver: Wrapper) -> Callable[..., Arguments] | None:
    if sender.suits(receiver):
        return None
    lower, lift = sender.lower, receiver.lift
    return lambda argument: (lift(lower(argument)),)


def _goes_untouched(sender: Signature, receiver: Signature) -> bool:
    """Whether the receiver's first parameters are the sender's, in the same order, with the same classes."""
    sent = len(sender.names)
    if sent == 1 or len(receiver.names) == 1:
        return False
    pairs = zip(sender.wrappers, receiver.wrappers, strict=False)
    return sender.names == receiver.names[:sent] and all(one.suits(other) for one, other in pairs)
