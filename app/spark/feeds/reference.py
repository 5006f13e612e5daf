# SPDX-License-Identifier: BSD-3-Clause
"""The reference file that viewers open: it names the channel of a feed, but no sources or passwords."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from app.runtime.references import (
    Argument,
    Document,
    Parameterized,
    Primitive,
    Reference,
    ReferenceArgument,
    TypeArgument,
    ValueArgument,
    read,
    write,
)
from app.spark.feeds.definition import FeedDefinition, FeedError
from app.spark.live_table import table_type

CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2
DURABLE = 0xBD061CE84E0F7F22BCD2B01B7ECEF41F
FEED_TABLE = 0x4C41694DC2F48D87FD136AD69AE574E5


def channel_in(path: Path) -> Reference | None:
    """The channel named by a feed's file; None if the file does not exist."""
    if not path.exists():
        return None
    found = _channel_of(read(path).reference)
    if found is None:
        raise FeedError(f"{path} is there already and is no feed", "name another file with --channel")
    return found


def ensure_reference(definition: FeedDefinition, schema: Any) -> Reference:
    """Return the channel for a result schema: the one in the file if its type matches, else a new one."""
    path = Path(definition.channel)
    kind = table_type(schema)
    before = channel_in(path)
    if before is not None and _types(before) == _types(_channel(definition, kind, "", "")):
        return before
    key = "" if definition.network == "lo" else secrets.token_hex(32)
    channel = _channel(definition, kind, f"feed {definition.name} {secrets.token_hex(8)}", key)
    shown = Parameterized(
        Primitive(FEED_TABLE, 1, name="Feed table"),
        (("T", TypeArgument(kind)), ("Channel", ReferenceArgument(channel)), ("title", ValueArgument(definition.name))),
    )
    said = f"The live result of a query; {', '.join(schema.names)[:300]}."
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_bytes(write(Document(shown, definition.name, said)))
        fresh.replace(path)
    except OSError as error:
        raise FeedError(f"{path} cannot be written: {error.strerror}", "name another file with --channel") from None
    return channel


def _channel(definition: FeedDefinition, kind: str, scope: str, key: str) -> Parameterized:
    arguments: list[tuple[str, Argument]] = [
        ("T", TypeArgument(f"TableChange[{kind}]")),
        ("S", TypeArgument(f"TableState[{kind}]")),
        ("scope", ValueArgument(scope)),
    ]
    if key:
        arguments.append(("key", ValueArgument(key)))
    if definition.network != "lo":
        arguments.append(("network", ValueArgument(definition.network)))
    template, name = (DURABLE, "Durable channel") if definition.durable else (CHECKPOINTED, "Checkpointed channel")
    return Parameterized(Primitive(template, 1, name=name), tuple(arguments))


def _channel_of(reference: Reference) -> Parameterized | None:
    if not isinstance(reference, Parameterized) or not isinstance(reference.template, Primitive):
        return None
    if reference.template.id in (CHECKPOINTED, DURABLE):
        return reference if "TableChange" in str(dict(reference.arguments).get("T")) else None
    inner = dict(reference.arguments).get("Channel")
    return _channel_of(inner.reference) if isinstance(inner, ReferenceArgument) else None


def _types(channel: Reference) -> tuple[object, ...]:
    assert isinstance(channel, Parameterized)
    assert isinstance(channel.template, Primitive)
    arguments = dict(channel.arguments)
    kind = arguments.get("T")
    return channel.template.id, kind.text if isinstance(kind, TypeArgument) else ""
