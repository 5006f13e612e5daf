# SPDX-License-Identifier: BSD-3-Clause
"""One document that opens a thousand channels: how soon all are live, and what each costs in memory."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import secrets
import time
from pathlib import Path
from typing import Any

_KINDS = {
    "reliable": (0x5D0C3A7B9E214F68A1B7C2D4E6F80913, ()),
    "ordered": (0xEE479C7D1AADD5EBE520B47F8B91FAF2, ()),
    "checkpointed": (0x3AAB058C9650E0D3FEC9974DAD698EB2, ("S",)),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench many-channels --channels 1000 --kind checkpointed"
    parser.add_argument("--channels", type=int, default=1000)
    parser.add_argument("--kind", choices=sorted(_KINDS), default="checkpointed")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    report = asyncio.run(_measure(args.channels, args.kind))
    if args.json:
        print(json.dumps(report))
    else:
        print(
            f"{report['channels']} {report['kind']} channels: live after {report['seconds']:.2f} s, "
            f"{report['kib_per_channel']:.1f} KiB each"
        )
    return 0


def _document(count: int, kind: str, scope: str) -> Any:
    from app.runtime.references import (  # noqa: PLC0415 - heavy
        Argument,
        Composite,
        Parameterized,
        Primitive,
        Reference,
        TypeArgument,
        ValueArgument,
    )

    number, further = _KINDS[kind]
    parts: list[tuple[str, Reference]] = []
    for index in range(count):
        arguments: list[tuple[str, Argument]] = [("T", TypeArgument("int"))]
        arguments += [(name, TypeArgument("list[int]")) for name in further]
        arguments += [("scope", ValueArgument(scope)), ("group", ValueArgument(f"group {index}"))]
        parts.append((f"channel {index}", Parameterized(Primitive(number, 1), tuple(arguments))))
    return Composite(tuple(parts), (), ())


def _resident() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


async def _measure(count: int, kind: str) -> dict[str, Any]:
    from app.runtime.activation import Node, State  # noqa: PLC0415
    from objects_library.channels.native import scope_registry  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    async with Node(installed_catalogue()) as node:
        scope = f"bench {secrets.token_hex(8)}"
        warm = await node.dereference(_document(1, kind, scope))
        await _live(warm, State.LIVE)
        before = _resident()
        document = _document(count, kind, f"{scope} large")
        started = time.perf_counter()
        proxy = await node.dereference(document)
        built = time.perf_counter() - started
        await _live(proxy, State.LIVE)
        seconds = time.perf_counter() - started
        used = _resident() - before
        proxy.close()
        warm.close()
    await asyncio.sleep(0)
    await scope_registry.closed()
    return {
        "channels": count,
        "kind": kind,
        "seconds": round(seconds, 3),
        "seconds_to_build": round(built, 3),
        "kib_per_channel": round(used / count / 1024, 2),
    }


async def _live(proxy: Any, wanted: Any) -> None:
    reached = asyncio.Event()
    proxy.watch(lambda state: reached.set() if state is wanted else None)
    if proxy.state is not wanted:
        async with asyncio.timeout(60):
            await reached.wait()
