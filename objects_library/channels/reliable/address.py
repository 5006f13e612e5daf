"""Where a reliable channel lives, as its reference says."""

from __future__ import annotations

import binascii
from dataclasses import dataclass

from app.runtime import places
from app.runtime.references import Parameterized, Primitive, Reference, TypeArgument, ValueArgument
from app.runtime.types import ValueType, parse_type
from app.transport_native import LOOPBACK, ScopeSettings

CHANNEL_ID = 0x5D0C3A7B9E214F68A1B7C2D4E6F80913


class NotAChannelError(Exception):
    """The reference is not one of a reliable channel; says what it is instead."""


@dataclass(frozen=True)
class ChannelAddress:
    """The parameters of a channel: the scope, the group in it, the scope's key, and the network it uses."""

    scope: str
    group: str
    key: str = ""
    network: str = LOOPBACK
    value_type: str = "text"

    @classmethod
    def of(cls, reference: Reference) -> ChannelAddress:
        """Read the parameters out of a plain reference to a channel."""
        template = reference.template if isinstance(reference, Parameterized) else None
        if (
            not isinstance(reference, Parameterized)
            or not isinstance(template, Primitive)
            or template.id != CHANNEL_ID
        ):
            raise NotAChannelError(
                "this is not a reliable channel; name a file whose object is one, with its parameters"
            )
        found: dict[str, str] = {}
        for name, argument in reference.arguments:
            if isinstance(argument, TypeArgument):
                found["value_type"] = argument.text
            elif isinstance(argument, ValueArgument) and isinstance(argument.value, str):
                found[name] = argument.value
        known = {name: text for name, text in found.items() if name in cls.__dataclass_fields__}
        if "scope" not in known:
            raise NotAChannelError("the channel names no scope; give it the parameter scope")
        return cls(**{"group": "main", **known})

    @property
    def type(self) -> ValueType:
        """What its messages are."""
        parsed = parse_type(self.value_type)
        if not isinstance(parsed, ValueType):
            raise NotAChannelError(f"{self.value_type} is not a type of values")
        return parsed

    def settings(self) -> ScopeSettings:
        """What the engine needs to know."""
        try:
            key = bytes.fromhex(self.key) if self.key else None
        except (ValueError, binascii.Error):
            raise NotAChannelError("the key of a scope is 64 hexadecimal digits") from None
        if key is not None and len(key) != 32:
            raise NotAChannelError("the key of a scope is 64 hexadecimal digits")
        directory = places.make_private(places.runtime_directory() / "rings")
        return ScopeSettings(
            name=self.scope, key=key, interface=self.network or LOOPBACK, shared_directory=directory
        )
