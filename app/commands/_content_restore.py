# SPDX-License-Identifier: BSD-3-Clause
"""Brings the content of a dump back, for everyone who has the objects open."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import WRONG_USE, CommandError
from app.commands._conversation import headless_node, start
from app.runtime.activation.channel_status import channel_statuses
from app.runtime.library import ValueRefusedError
from app.runtime.references import LiveObjectFileError
from app.runtime.references.file_io import read_bytes
from objects_library.channels.document.group import running_document
from objects_library.document_content import (
    HeldDocument,
    comments_in,
    documents_in,
    references_in,
    state_from_json,
    value_type,
)
from objects_library.values.page_scope import beside_channel

if TYPE_CHECKING:
    from app.runtime.activation import Node, Proxy
    from app.runtime.library import Catalogue
    from app.runtime.references import Document

_LARGEST = 512 * 1024 * 1024
_POLL = 0.02


def read_dump(path: Path) -> dict[bytes, str]:
    """Return the states of a dump, as JSON, by document."""
    try:
        data = sys.stdin.buffer.read(_LARGEST + 1) if str(path) == "-" else read_bytes(path, _LARGEST)
        if len(data) > _LARGEST:
            raise CommandError("the dump is too large", "restore its documents one by one", WRONG_USE)
        records = json.loads(data)["documents"]
        return {_document(each["document"]): json.dumps(each["state"]) for each in records if "state" in each}
    except LiveObjectFileError as error:
        raise CommandError(str(error), exit_code=WRONG_USE) from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise CommandError(
            f"{path} is not a dump", "write one with: liveobjects content FILE --json", WRONG_USE
        ) from None


async def restore(document: Document, dump: dict[bytes, str], catalogue: Catalogue, seconds: float) -> int:
    """Replace the content of all documents of the dump, which must belong to the file."""
    deadline = asyncio.get_running_loop().time() + seconds
    comments = comments_in(document.reference)
    if any(each in comments for each in dump):
        print("comments stay as they are: only their authors can change them", file=sys.stderr)
        dump = {each: state for each, state in dump.items() if each not in comments}
    known = _documents(document, dump, catalogue)
    strange = [each.hex() for each in dump if each not in known]
    if strange or not dump:
        raise CommandError(
            f"the dump has content of something else: {', '.join(strange[:3])}" if dump else "the dump is empty",
            "restore it into the file that it was made of",
            WRONG_USE,
        )
    async with headless_node(document) as node:
        for root in {id(held.root): held.root for held, _ in known.values()}.values():
            proxy = await start(node, root, document.title, deadline)
            await _reset(node, proxy, [pair for pair in known.values() if pair[0].root is root], deadline)
            proxy.close()
    print(f"{len(known)} restored")
    return 0


def _documents(
    document: Document, dump: dict[bytes, str], catalogue: Catalogue
) -> dict[bytes, tuple[HeldDocument, Any]]:
    """Return the documents with their new states, also those of objects on desktops that the dump brings back."""
    found: dict[bytes, tuple[HeldDocument, Any]] = {}
    pending = deque(documents_in(document.reference).values())
    while pending:
        held = pending.popleft()
        if held.document in found or held.document not in dump:
            continue
        value = _value(held, dump[held.document], catalogue)
        found[held.document] = held, value
        for inner in references_in(value):
            pending += documents_in(beside_channel(inner, held.channel), held.path).values()
    return found


async def _reset(node: Node, proxy: Proxy, values: list[tuple[HeldDocument, Any]], deadline: float) -> None:
    for held, value in values:
        group = running_document(held.document)
        if group is None or not group.reset(value):
            raise CommandError(f"{held.path or proxy.name} cannot be restored now", "open it first, and try again")
    try:
        async with asyncio.timeout_at(deadline):
            while _unsafe(node, proxy):  # noqa: ASYNC110 - channels are asked, they do not tell
                await asyncio.sleep(_POLL)
    except TimeoutError:
        raise CommandError(
            f"it is not kept yet: {_unsafe(node, proxy)}", "wait longer with --timeout, and look at its status"
        ) from None


def _unsafe(node: Node, proxy: Proxy) -> str:
    for status in channel_statuses(node, proxy):
        if status.get("waiting") or status.get("kept") is False:
            return str(status.get("kept_reason") or status.get("reason") or "nobody has accepted it")
    return ""


def _value(held: HeldDocument, text: str, catalogue: Catalogue) -> Any:
    try:
        return state_from_json(text, value_type(held.state_type, catalogue))
    except ValueRefusedError as error:
        raise CommandError(f"{held.path}: {error.what}", error.hint, WRONG_USE) from None


def _document(text: str) -> bytes:
    found = bytes.fromhex(text)
    if len(found) != 16:
        raise ValueError(text)
    return found
