# SPDX-License-Identifier: BSD-3-Clause
"""The reference file that viewers open: it names the channel of a feed, but no sources or passwords."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from app.runtime import references as refs
from app.runtime.trust import read_document
from app.spark.feeds.definition import FeedDefinition, FeedError
from app.spark.live_table import table_type

CHECKPOINTED = 0x3AAB058C9650E0D3FEC9974DAD698EB2
DURABLE = 0xBD061CE84E0F7F22BCD2B01B7ECEF41F
FEED_TABLE = 0x4C41694DC2F48D87FD136AD69AE574E5


def channel_in(path: Path) -> refs.Reference | None:
    """The channel named by a feed's file; None if the file does not exist."""
    if not path.exists():
        return None
    found = _channel_of(read_document(path).reference)
    if found is None:
        raise FeedError(f"{path} is there already and is no feed", "name another file with --channel")
    return found


def ensure_reference(definition: FeedDefinition, schema: Any) -> refs.Reference:
    """Return the channel for a result schema: the one in the file if its type matches, else a new one."""
    path = Path(definition.channel)
    kind = table_type(schema)
    before = channel_in(path)
    if before is not None and _types(before) == _types(_channel(definition, kind, "", "")):
        return before
    key = "" if definition.network == "lo" else secrets.token_hex(32)
    channel = _channel(definition, kind, f"feed {definition.name} {secrets.token_hex(8)}", key)
    shown = refs.Parameterized(
        refs.Primitive(FEED_TABLE, 1, name="Feed table"),
        (
            ("T", refs.TypeArgument(kind)),
            ("Channel", refs.ReferenceArgument(channel)),
            ("title", refs.ValueArgument(definition.name)),
        ),
    )
    text = f"The live result of a query; {', '.join(schema.names)[:300]}."
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_bytes(refs.write(refs.Document(shown, definition.name, text)))
        fresh.replace(path)
    except OSError as error:
        raise FeedError(f"{path} cannot be written: {error.strerror}", "name another file with --channel") from None
    return channel


def _channel(definition: FeedDefinition, kind: str, scope: str, key: str) -> refs.Parameterized:
    arguments: list[tuple[str, refs.Argument]] = [
        ("T", refs.TypeArgument(f"TableChange[{kind}]")),
        ("S", refs.TypeArgument(f"TableState[{kind}]")),
        ("scope", refs.ValueArgument(scope)),
    ]
    if key:
        arguments.append(("key", refs.ValueArgument(key)))
    if definition.network != "lo":
        arguments.append(("network", refs.ValueArgument(definition.network)))
    template, name = (DURABLE, "Durable channel") if definition.durable else (CHECKPOINTED, "Checkpointed channel")
    return refs.Parameterized(refs.Primitive(template, 1, name=name), tuple(arguments))


def _channel_of(reference: refs.Reference) -> refs.Parameterized | None:
    if not isinstance(reference, refs.Parameterized) or not isinstance(reference.template, refs.Primitive):
        return None
    if reference.template.id in (CHECKPOINTED, DURABLE):
        return reference if "TableChange" in str(dict(reference.arguments).get("T")) else None
    inner = dict(reference.arguments).get("Channel")
    return _channel_of(inner.reference) if isinstance(inner, refs.ReferenceArgument) else None


def _types(channel: refs.Reference) -> tuple[object, ...]:
    assert isinstance(channel, refs.Parameterized)
    assert isinstance(channel.template, refs.Primitive)
    arguments = dict(channel.arguments)
    kind = arguments.get("T")
    return channel.template.id, kind.text if isinstance(kind, refs.TypeArgument) else ""
