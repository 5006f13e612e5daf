# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects nodes REF`: list the nodes of a channel with statistics."""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import Subparsers

if TYPE_CHECKING:
    from app.transport_native.statistics import Stats
    from objects_library.channel_client import OpenChannel


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "nodes",
        help="who takes part in a channel: views, regions, rates, loss, memory",
        description="Joins the channel that the file refers to for a moment and shows its view, its "
        "regions and token rings, and this node's rates, losses and memory.",
        epilog="example: liveobjects nodes liveobject_files/reliable_channel.liveobject",
    )
    parser.add_argument("file", type=Path, metavar="REF", help="a .liveobject file with a channel")
    parser.add_argument("--json", action="store_true", help="for machines")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long to look (1)")
    parser.add_argument("--timeout", type=float, default=10.0, metavar="SECONDS", help="to join within (10)")


def run(args: argparse.Namespace) -> int:
    """Join the channel, and print its nodes."""
    from app.commands._channel import run_channel  # noqa: PLC0415 - the engine takes its time

    return run_channel(_nodes(args))


async def _nodes(args: argparse.Namespace) -> int:
    from objects_library.channel_client import open_channel  # noqa: PLC0415

    async with open_channel(args.file, args.timeout) as channel:
        started, before = time.monotonic(), await channel.scope.stats()
        await asyncio.sleep(args.seconds)
        report = _report(channel, before, await channel.scope.stats(), time.monotonic() - started)
    if args.json:
        print(json.dumps(report, indent=1))
    else:
        _print(report)
    return 0


def _report(channel: OpenChannel, before: Stats, after: Stats, seconds: float) -> dict[str, Any]:
    from app.transport_native.view import MemberFlag, ViewFlag  # noqa: PLC0415

    view = channel.scope.view
    assert view is not None
    mine = {member.number for member in view.members_of(channel.group.number)}

    def rate(name: str) -> float:
        return round((after.node[name] - before.node[name]) / seconds, 1)

    received = after.node["segments_received"] - before.node["segments_received"]
    lost = after.node["lost_segments"] - before.node["lost_segments"]
    return {
        "scope": channel.scope.settings.name,
        "encrypted": bool(view.flags & ViewFlag.ENCRYPTED),
        "multicast_works": bool(view.flags & ViewFlag.MULTICAST),
        "shared_memory": bool(view.flags & ViewFlag.SHARED_MEMORY),
        "view": {"number": view.number, "members": len(view.members), "groups": view.groups_in_scope},
        "members": [
            {
                "id": member.id.hex(),
                "number": f"{member.number:08x}",
                "address": f"{member.address}:{member.port}",
                "leader": member == view.leader,
                "self": member == view.own,
                "in_group": member.number in mine,
                "hears_multicast": not member.flags & MemberFlag.NO_MULTICAST,
            }
            for member in view.members
        ],
        "regions": [
            {"channel": region.channel, "path": region.path, "members": len(region.members), **_ring(after, index)}
            for index, region in enumerate(view.regions)
        ],
        "rates": {
            "messages_in_per_s": rate("messages_delivered"),
            "bytes_in_per_s": rate("bytes_delivered"),
            "messages_out_per_s": rate("messages_sent"),
            "control_packets_per_s": rate("control_packets_sent"),
        },
        "loss": {
            "lost_segments": after.node["lost_segments"],
            "share": round(lost / (received + lost), 6) if received + lost else 0.0,
            "repairs_received": after.node["repairs_received"],
            "gaps": after.node["gaps_delivered"],
        },
        "memory": {name: after.node[f"memory_{name}"] for name in ("used", "peak", "budget")},
        "refused_packets": {
            name: after.node[name] for name in ("malformed", "foreign", "forged", "replayed", "unknown", "stale")
        },
    }


def _ring(stats: Stats, index: int) -> dict[str, Any]:
    for region in stats.regions:
        if region.region == index:
            return {
                "partitions": region.partition_count,
                "tokens": not region.quick,
                "token_interval_ms": round(region.token_interval_ns / 1e6, 1),
                "window_bytes": region.window_bytes,
                "unstable_segments": region.sequence_sent - region.sequence_stable,
                "active_senders": region.active_senders,
            }
    return {}


def _print(report: dict[str, Any]) -> None:
    safety = "encrypted" if report["encrypted"] else "open: anyone on this network can read and write"
    print(f"scope {report['scope']} ({safety})")
    view = report["view"]
    print(f"view {view['number']:x}: {view['members']} members, {view['groups']} groups")
    for member in report["members"]:
        notes = [name for name in ("leader", "self") if member[name]]
        notes += [] if member["in_group"] else ["not in this group"]
        notes += [] if member["hears_multicast"] else ["reached by unicast"]
        print(f"  {member['number']}  {member['address']:<21}  {', '.join(notes)}")
    for region in report["regions"]:
        ring = f", {region['partitions']} token rings" if region.get("tokens") else ", reports directly"
        print(f"region {region['channel']}: {region['members']} members by {region['path']}{ring}")
    rates, loss, memory = report["rates"], report["loss"], report["memory"]
    print(f"messages: {rates['messages_in_per_s']:,.0f}/s in, {rates['messages_out_per_s']:,.0f}/s out")
    print(f"control packets: {rates['control_packets_per_s']:,.0f}/s")
    print(f"loss: {loss['share']:.2%} of packets now, {loss['repairs_received']} repaired, {loss['gaps']} gaps")
    print(f"memory: {memory['used'] / 2**20:.1f} MiB of {memory['budget'] / 2**20:.0f} MiB")
