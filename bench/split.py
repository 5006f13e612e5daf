# SPDX-License-Identifier: BSD-3-Clause
"""A bridge cut in two: how soon the minority is read-only, and how soon all are equal once it is whole."""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench._network import Bridge, _run, can_make_namespaces

if TYPE_CHECKING:
    from bench._churn.process_group import ProcessGroup

_CHECKS = ("fifo", "at most once", "integrity", "total order", "durability")
_WITHIN = 3.0
_NEW_NETWORK = 0x40000000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench split --json"
    parser.add_argument("--hosts", type=int, default=5)
    parser.add_argument("--minority", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long both sides go on alone (3)")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    if not can_make_namespaces():
        print("this needs the right to make network namespaces; run it as root, with iproute2")
        return 2
    report = measure(args.hosts, args.minority, args.seconds)
    if args.json:
        print(json.dumps(report))
    else:
        print(
            f"{report['hosts']} hosts, {report['minority']} cut off: read-only after "
            f"{report['read_only_after']} s; whole again: equal after {report['equal_after']} s, "
            f"{report['messages']} messages, {report['accepted']} accepted"
        )
        for line in report["violations"]:
            print(f"  {line}")
    return 0 if report["holds"] else 1


class PartitionableBridge(Bridge):
    """A bridge whose hosts can be moved to another bridge, and back."""

    def partition(self, hosts: Iterable[int]) -> None:
        switch = f"{self._prefix}s"
        _run("ip", "-n", switch, "link", "add", "br1", "type", "bridge", "mcast_snooping", "0")
        _run("ip", "-n", switch, "link", "set", "br1", "up")
        for host in hosts:
            _run("ip", "-n", switch, "link", "set", f"p{host}", "master", "br1")

    def heal(self, hosts: Iterable[int]) -> None:
        for host in hosts:
            _run("ip", "-n", f"{self._prefix}s", "link", "set", f"p{host}", "master", "br0")

    def namespace(self, host: int) -> str:
        """The file of a host's network namespace."""
        return f"/run/netns/{self._host(host)}"


def enter_host(space: str, home: Path) -> Callable[[], None]:
    """Create a function that moves a process into a host's network and home."""

    def prepare() -> None:
        descriptor = os.open(space, os.O_RDONLY)
        library = ctypes.CDLL(None, use_errno=True)
        if library.setns(descriptor, _NEW_NETWORK) != 0:
            raise OSError(ctypes.get_errno(), "the namespace cannot be entered")
        os.close(descriptor)
        os.environ["LIVEOBJECTS_HOME"] = str(home)

    return prepare


def allow_all(directory: Path) -> Any:
    from app.runtime.trust import Answer, Gate, Remember, TrustStore  # noqa: PLC0415 - heavy

    class Yes:
        """Answers every question with yes."""

        async def ask(self, question: object) -> Answer:  # noqa: ARG002
            return Answer(True, Remember.ONCE)

    return Gate(TrustStore(directory / "trust.json"), Yes())


def measure(hosts: int = 5, minority: int = 2, seconds: float = 3.0) -> dict[str, Any]:
    """Run once; `holds` if everything was in time and nothing was lost."""
    from bench._churn.member import channel  # noqa: PLC0415
    from bench._churn.process_group import ProcessGroup  # noqa: PLC0415
    from objects_library.installed import installed_catalogue  # noqa: PLC0415

    directory = Path(tempfile.mkdtemp(prefix="split-"))
    reference = channel(f"split {secrets.token_hex(8)}", "auto", secrets.token_hex(32))
    cut = list(range(hosts - minority, hosts))
    with PartitionableBridge(hosts) as bridge:
        group = ProcessGroup(installed_catalogue(), reference, 1, directory, gate=allow_all(directory))
        try:
            for host in range(hosts):
                home = directory / f"home{host}"
                home.mkdir(mode=0o700)
                group.add(f"host{host}", enter_host(bridge.namespace(host), home))
            report = _play(group, bridge, cut, seconds)
            report |= _check(group)
        finally:
            group.end()
    if not report["violations"]:
        shutil.rmtree(directory)
    times = [report["read_only_after"], report["equal_after"]]
    in_time = all(each is not None and each <= _WITHIN for each in times)
    report["holds"] = in_time and not report["violations"]
    return {"hosts": hosts, "minority": minority} | report


def _play(group: ProcessGroup, bridge: PartitionableBridge, cut: list[int], seconds: float) -> dict[str, Any]:
    members = group.living()
    away = [group.members[f"host{host}"] for host in cut]
    if not group.until(lambda: group.all_live(len(members)), 20, ask=True):
        raise RuntimeError("the hosts do not find each other")
    group.send("write")
    time.sleep(1.0)
    bridge.partition(cut)
    started = time.monotonic()
    read_only = group.until(lambda: all(member.is_read_only for member in away), 10)
    read_only_after = time.monotonic() - started
    reason = (away[0].last("state") or ["", ""])[1]
    time.sleep(seconds)
    group.send("stop")
    time.sleep(0.2)
    bridge.heal(cut)
    started = time.monotonic()
    equal = group.until(group.settled, 15, ask=True)
    equal_after = time.monotonic() - started
    return {
        "read_only_after": round(read_only_after, 2) if read_only else None,
        "equal_after": round(equal_after, 2) if equal else None,
        "reason": reason,
    }


def _check(group: ProcessGroup) -> dict[str, Any]:
    report = group.check(_CHECKS)
    final = group.living()[0].report
    return {
        "messages": final.messages if final else 0,
        "accepted": group.accepted(),
        "violations": [str(each) for each in report.violations],
    }
