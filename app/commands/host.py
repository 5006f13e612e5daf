# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects host FILE…`: run objects without a window."""

import argparse
import asyncio
import json
import logging
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli import FAILED, WRONG_USE, CommandError, Subparsers
from app.errors import one_line

if TYPE_CHECKING:
    from app.runtime.activation import Node, Proxy

_HERE_ONLY = "tcp:127.0.0.1:0"
_HOST_TICKET_SECONDS = 365 * 86400.0


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "host",
        help="run objects without a window, until told to end",
        description="Runs the objects in the files given, until SIGTERM or Ctrl-C. With --listen, others who "
        "hold the ticket that is shown can have objects run here, too; the ticket is a secret.",
        epilog="example: liveobjects host liveobject_files/shared_counter.liveobject --json",
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a .liveobject file")
    parser.add_argument(
        "--listen",
        nargs="?",
        const=_HERE_ONLY,
        metavar="ADDRESS",
        help="run objects for holders of a ticket; at tcp:HOST:PORT, by default only for this computer",
    )
    parser.add_argument("--name", default="", help="what others call this node; by default the computer's name")
    parser.add_argument(
        "--ticket",
        action="append",
        default=[],
        metavar="ENDPOINT",
        help="show a ticket for this endpoint of the objects, too",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per line, for machines")


def run(args: argparse.Namespace) -> int:
    """Run until interrupted."""
    if not args.files and args.listen is None:
        raise CommandError("there is nothing to run", "name a .liveobject file, or use --listen", WRONG_USE)
    if not os.environ.get("LIVEOBJECTS_DEBUG"):
        # Failures are reported with the state; the log would repeat them.
        logging.getLogger("liveobjects.activation").setLevel(logging.ERROR)
    return asyncio.run(_serve(args))


class _Report:
    """Prints states and tickets while the command runs."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json

    def state(self, name: str, state: str, reason: str = "") -> None:
        """Report the state of an object."""
        if self._as_json:
            record = {"event": "state", "object": name, "state": state}
            print(json.dumps({**record, "reason": reason} if reason else record), flush=True)
        else:
            print(f"{name}: {state}" + (f" ({reason})" if reason else ""), flush=True)

    def ticket(self, name: str, endpoint: str, ticket: str) -> None:
        """Report the ticket of an endpoint."""
        if self._as_json:
            print(json.dumps({"event": "ticket", "object": name, "endpoint": endpoint, "ticket": ticket}), flush=True)
        else:
            print(f"ticket for {endpoint} of {name}: {ticket}", flush=True)


async def _serve(args: argparse.Namespace) -> int:
    from app.runtime.activation import Node  # noqa: PLC0415 - the runtime takes its time
    from app.runtime.trust import Gate, TrustStore  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    end = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, end.set)
    report = _Report(args.json)
    gate = Gate(TrustStore())
    async with Node(installed_catalogue(gate), trust=gate, name=args.name) as node:
        proxies = [await _start(node, path, report) for path in args.files]
        if args.listen is not None:
            proxies.append(await _listen(node, args.listen, report))
        for proxy in proxies:
            proxy.watch(lambda _: end.set() if all(each.over for each in proxies) else None)
            await _show_tickets(proxy, args.ticket, report)
        await end.wait()
        return FAILED if all(proxy.over for proxy in proxies) else 0


async def _start(node: "Node", path: Path, report: _Report) -> "Proxy":
    """Start the object in a file as a whole: all components, or none."""
    from app.runtime.references import with_sidecar  # noqa: PLC0415
    from app.runtime.trust import read_document, signer_of  # noqa: PLC0415
    from objects_library.carried_content import accept_content  # noqa: PLC0415

    document = with_sidecar(read_document(path), path)
    name = document.title or path.stem
    try:
        node.voucher.attribute_to(document, signer_of(document))
        accept_content(document)
        proxy = await node.dereference(document.reference, name, whole=True)
    except Exception as error:
        report.state(name, "failed", one_line(error))
        raise
    _follow(proxy, report)
    return proxy


async def _listen(node: "Node", address: str, report: _Report) -> "Proxy":
    """Run the host object, and print how to reach it."""
    from app.runtime.library import definition_of  # noqa: PLC0415
    from app.runtime.references import Primitive  # noqa: PLC0415
    from objects_library.hosting.host.proxy import Host  # noqa: PLC0415

    await node.listen(address)
    proxy = await node.dereference(Primitive(definition_of(Host).id), "host")
    report.ticket("host", "host", await proxy.endpoint("host").ticket(valid_for=_HOST_TICKET_SECONDS))
    _follow(proxy, report)
    return proxy


def _follow(proxy: "Proxy", report: _Report) -> None:
    def publish_state(state: str) -> None:
        report.state(proxy.name, state, "" if proxy.failure is None else str(proxy.failure))

    publish_state(proxy.state)
    proxy.watch(publish_state)


async def _show_tickets(proxy: "Proxy", endpoints: list[str], report: _Report) -> None:
    for name in endpoints:
        if name in proxy.endpoints():
            ticket = await proxy.endpoint(name).ticket(valid_for=_HOST_TICKET_SECONDS)
            report.ticket(proxy.name, name, ticket)
