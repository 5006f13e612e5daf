# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects feed`: manage continuous queries whose results are published through a channel."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import FAILED, WRONG_USE, CommandError, Subparsers

if TYPE_CHECKING:
    from app.spark.feeds.definition import FeedDefinition


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "feed",
        help="make a live table of files, folders, databases or streams, with Spark",
        description="Runs a query over sources with Spark and puts its result into a channel, as it changes. "
        "Whoever opens the file of the channel sees the table live, without Spark and without the sources.",
        epilog='example: liveobjects feed start --source sales.csv --sql "select country, sum(price) as sum '
        'from source group by country" --channel sales.liveobject',
    )
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    _add_start(verbs.add_parser("start", help="start a feed; returns when it is live"))
    listing = verbs.add_parser("list", help="all feeds of this user")
    status = verbs.add_parser("status", help="how a feed is, or all of them")
    status.add_argument("name", nargs="?", metavar="NAME")
    status.add_argument("--watch", action="store_true", help="go on telling, until Ctrl-C")
    stop = verbs.add_parser("stop", help="end a feed and forget it")
    stop.add_argument("name", nargs="?", metavar="NAME")
    stop.add_argument("--all", action="store_true", help="every feed of this user")
    steering = {
        "pause": "hold a feed still",
        "resume": "let a feed go on that is held still, or whose processes have ended",
        "restart": "end the processes of a feed and start them again",
    }
    for verb, text in steering.items():
        verbs.add_parser(verb, help=text).add_argument("name", metavar="NAME")
    install = verbs.add_parser("install", help="install Spark and Java now, instead of at their first use")
    for each in (listing, status, stop, install):
        each.add_argument("--json", action="store_true", help="for machines")
    for hidden in ("guard", "run"):  # the arguments of the processes of a feed
        part = verbs.add_parser(hidden)
        part.add_argument("name")
        if hidden == "guard":
            part.add_argument("--for", dest="process", default="")


def _add_start(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Starts a feed that goes on until it is stopped, and returns when it is live. Folders are read as "
        "they grow, files again when they change. A source is a path, or an address such as "
        "postgresql://USER@HOST/DATABASE?table=NAME, kafka://HOST:PORT/TOPIC, rate:10, socket://HOST:PORT, "
        "table:NAME, or the .liveobject file of a channel."
    )
    parser.add_argument(
        "--source", action="append", default=[], metavar="[NAME=]PATH-OR-URL",
        help="what to read; in the query it is the table NAME, or `source`; may be repeated",
    )  # fmt: skip
    parser.add_argument("--sql", required=True, help="the query")
    parser.add_argument("--channel", required=True, type=Path, metavar="OUT.liveobject", help="is written")
    parser.add_argument("--name", default="", help="of the feed; by default that of the file")
    parser.add_argument("--format", default="", help="csv, json, parquet, orc or text, where no name says it")
    parser.add_argument(
        "--schema", action="append", default=[], metavar="[NAME=]COLUMNS",
        help='corrects what Spark infers, such as "price DOUBLE, at TIMESTAMP"',
    )  # fmt: skip
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE",
        help="of Spark's reader, such as header=false",
    )  # fmt: skip
    parser.add_argument("--every", type=float, default=0.0, metavar="SECONDS", help="read all again this often")
    parser.add_argument("--mode", default="", choices=["", "append", "update", "complete"], help="how rows change")
    parser.add_argument("--key", default="", metavar="COLUMNS", help="columns that tell rows apart, with commas")
    parser.add_argument("--rows", type=int, default=100_000, metavar="N", help="at most so many rows (100000)")
    parser.add_argument("--megabytes", type=int, default=32, metavar="N", help="at most so much (32)")
    parser.add_argument("--master", default="", help="local[2], spark://…, yarn, k8s://… or sc://…")
    parser.add_argument("--memory", default="", help="of Spark's driver, such as 512m or 2g")
    parser.add_argument("--network", default="lo", help="who can look: lo (this computer), auto, an interface")
    parser.add_argument("--durable", action="store_true", help="keep the table on disk, also with nobody there")
    parser.add_argument("--checkpoint", default="", metavar="FOLDER", help="what a standby shares with the first")
    parser.add_argument("--standby", action="store_true", help="take over when the one that runs it dies")
    parser.add_argument("--json", action="store_true", help="for machines")


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    if args.verb in ("guard", "run"):
        return _part_of_feed(args)
    work = {"start": _start, "list": _list, "status": _status, "stop": _stop, "install": _install}
    chosen = work.get(args.verb, _steer)
    try:
        return asyncio.run(chosen(args))
    except KeyboardInterrupt:
        return 0 if args.verb == "status" else 130


def _part_of_feed(args: argparse.Namespace) -> int:
    from app.runtime.trust import Gate, TrustStore  # noqa: PLC0415
    from app.spark.feeds.definition import load  # noqa: PLC0415
    from app.spark.feeds.supervisor import Supervisor  # noqa: PLC0415
    from app.spark.feeds.worker_main import run_worker  # noqa: PLC0415
    from app.spark.feeds.worker_process import adopt_process  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    logging.getLogger("liveobjects").addHandler(logging.NullHandler())
    definition = load(args.name)

    async def serve() -> int:
        from objects_library.channels.native import scope_registry  # noqa: PLC0415

        gate = Gate(TrustStore())
        catalogue = installed_catalogue(gate)
        try:
            if args.verb == "guard":
                process = adopt_process(args.process) if args.process else None
                return await Supervisor(definition, catalogue, gate, process).run()
            return await run_worker(definition, catalogue, gate)
        finally:
            await scope_registry.closed()

    return asyncio.run(serve())


async def _start(args: argparse.Namespace) -> int:
    from app.spark.errors import QueryError  # noqa: PLC0415
    from app.spark.feeds.control import start_feed  # noqa: PLC0415

    definition = _definition(args)

    def progress(text: str, share: float) -> None:
        if args.json:
            print(json.dumps({"event": "progress", "text": text, "share": share}), file=sys.stderr, flush=True)
        else:
            print(text + (f" ({share:.0%})" if 0 <= share < 1 else "") + " …", file=sys.stderr, flush=True)

    try:
        status = await start_feed(definition, progress)
    except QueryError as error:
        where = f"line {error.line}, column {error.column}: " if error.line else ""
        raise CommandError(f"{where}{error.sentence}", "correct the query") from None
    if args.json:
        print(json.dumps(_shown(status)))
    else:
        print(f"{status['name']} is {status['state']}: {status['channel']}")
    return 0


def _definition(args: argparse.Namespace) -> FeedDefinition:
    from app.spark.feeds.definition import FeedDefinition, unique_name  # noqa: PLC0415
    from app.spark.settings import SparkSettings, load_settings  # noqa: PLC0415
    from app.spark.sources import parse_source  # noqa: PLC0415

    if not args.source:
        raise CommandError("there is nothing to read", "name it with --source", WRONG_USE)
    channel = args.channel.absolute()
    if channel.suffix != ".liveobject" or not channel.parent.is_dir():
        raise CommandError(f"{args.channel} cannot be written", "name a file such as OUT.liveobject", WRONG_USE)
    schemas, options = _by_source(args.schema), _options(args.option)
    sources = []
    for text in args.source:
        first = parse_source(text, format=args.format)
        name = first.name
        sources.append(
            parse_source(
                text, format=args.format, schema=schemas.get(name, schemas.get("", "")),
                options=options,
                grows=False if args.every else None,
            )
        )  # fmt: skip
    settings = load_settings()
    settings = SparkSettings(args.master or settings.master, args.memory or settings.memory, settings.options)
    checkpoint = str(Path(args.checkpoint).absolute()) if args.checkpoint else ""
    if args.standby and not checkpoint:
        raise CommandError(
            "a standby must know how far the first one is", "share a folder with it: --checkpoint FOLDER", WRONG_USE
        )
    return FeedDefinition(
        args.name or unique_name(channel), sources, args.sql, str(channel), args.mode,
        [each.strip() for each in args.key.split(",") if each.strip()], args.every, args.rows,
        args.megabytes * 1024 * 1024, settings, checkpoint, args.network, args.durable, args.standby,
    )  # fmt: skip


def _by_source(given: list[str]) -> dict[str, str]:
    from app.spark.sources import NAME  # noqa: PLC0415

    found = {}
    for text in given:
        name, equals, rest = text.partition("=")
        found[name if equals and NAME.fullmatch(name) else ""] = rest if equals else text
    return found


def _options(given: list[str]) -> dict[str, str]:
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"{text!r} is no option", "write KEY=VALUE", WRONG_USE)
        found[name] = value
    return found


async def _list(args: argparse.Namespace) -> int:
    from app.spark.feeds.control import all_feeds  # noqa: PLC0415

    feeds = [_shown(each) for each in await all_feeds()]
    if args.json:
        print(json.dumps({"feeds": feeds}))
        return 0
    if not feeds:
        print("There are no feeds.")
    for each in feeds:
        reason = f" ({each['reason']})" if each.get("reason") else ""
        print(f"{each['name']:<24}  {each['state']:<9}  {each.get('channel', '')}{reason}")
        if each.get("to_do"):
            print(f"{'':<24}  {each['to_do']}")
    return 0


async def _status(args: argparse.Namespace) -> int:
    from app.spark.feeds.control import status_of, watch_feed  # noqa: PLC0415

    if not args.name:
        return await _list(args)
    if args.watch:
        async for update in watch_feed(args.name):
            _print_status(update, args.json)
        return 0
    status = await status_of(args.name)
    _print_status(status, args.json)
    return 0 if status["state"] in ("live", "standby", "paused", "starting") else FAILED


async def _stop(args: argparse.Namespace) -> int:
    from app.spark.feeds.control import stop_feed  # noqa: PLC0415
    from app.spark.feeds.definition import feed_names  # noqa: PLC0415

    if bool(args.name) == args.all:
        raise CommandError("nobody knows which feed is to end", "name one, or use --all", WRONG_USE)
    names = feed_names() if args.all else [args.name]
    await asyncio.gather(*(stop_feed(name) for name in names))
    print(json.dumps({"stopped": names}) if args.json else "\n".join(f"{name} is stopped" for name in names))
    return 0


async def _steer(args: argparse.Namespace) -> int:
    from app.spark.feeds.control import ask_feed, is_running, revive_feed  # noqa: PLC0415
    from app.spark.feeds.definition import load  # noqa: PLC0415

    load(args.name)
    if args.verb != "pause" and not is_running(args.name):
        await revive_feed(args.name)
    else:
        await ask_feed(args.name, args.verb)
    return 0


async def _install(args: argparse.Namespace) -> int:
    from app.spark.installation import install  # noqa: PLC0415
    from app.spark.java import is_installed  # noqa: PLC0415

    if not is_installed():
        await install(lambda line: print(line, file=sys.stderr, flush=True))
    print(json.dumps({"installed": True}) if args.json else "Spark is installed.")
    return 0


def _print_status(status: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(_shown(status)), flush=True)
    elif status.get("event") == "status":
        print(f"{status['name']}: {status['state']}" + (f" ({status['reason']})" if status.get("reason") else ""))
        for name in ("channel", "sql", "mode", "key", "batch", "rows", "notice", "statistics"):
            if status.get(name):
                print(f"  {name:<11} {status[name]}", flush=True)
        if status.get("to_do"):
            print(f"  {status['to_do']}", flush=True)


def _shown(status: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in status.items() if name not in ("event", "whole") or name == "reason"}
