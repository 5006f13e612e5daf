# SPDX-License-Identifier: BSD-3-Clause
"""Networks for measurements: a private loopback, or hosts on a bridge, in temporary namespaces."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from types import TracebackType
from typing import Self


def can_make_namespaces() -> bool:
    """Whether this is root, with iproute2."""
    return os.geteuid() == 0 and shutil.which("ip") is not None


def _run(*words: str, text: str | None = None) -> None:
    finished = subprocess.run(words, capture_output=True, text=True, input=text, check=False)
    if finished.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {finished.stderr.strip()}")


def _clean_up_when_terminated() -> None:
    """Remove the namespaces also when the run is terminated."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


class Network:
    """The network in which processes run; by default that of the system."""

    name = "loopback"

    def enter(self, host: int) -> list[str]:  # noqa: ARG002  one host is like another
        """The command prefix that runs a command on a host (0 is the sender's)."""
        return []

    def set_loss(self, share: float) -> None:
        if share:
            raise RuntimeError("this network has no loss; run as root, with nftables")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


class PrivateLoopback(Network):
    """A namespace with nothing but `lo`, which multicast is routed to."""

    def __init__(self) -> None:
        self._space = f"lob{os.getpid()}"

    def __enter__(self) -> Self:
        _clean_up_when_terminated()
        _run("ip", "netns", "add", self._space)
        _run("ip", "-n", self._space, "link", "set", "lo", "up")
        _run("ip", "-n", self._space, "link", "set", "lo", "multicast", "on")
        _run("ip", "-n", self._space, "route", "add", "224.0.0.0/4", "dev", "lo")
        _run("ip", "netns", "exec", self._space, "sysctl", "-qw", "net.ipv4.igmp_max_memberships=20000")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _run("ip", "netns", "del", self._space)

    def enter(self, host: int) -> list[str]:  # noqa: ARG002  one host is like another
        return ["ip", "netns", "exec", self._space]


class Bridge(Network):
    """Hosts 10.88.0.1 … on one bridge, MTU 1500; nftables drops packets at the ingress of each host."""

    name = "bridge"

    def __init__(self, hosts: int) -> None:
        self._prefix = f"lob{os.getpid()}"
        self._hosts = hosts

    def _host(self, index: int) -> str:
        return f"{self._prefix}h{index}"

    def __enter__(self) -> Self:
        switch = f"{self._prefix}s"
        _clean_up_when_terminated()
        try:
            _run("ip", "netns", "add", switch)
            _run("ip", "-n", switch, "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
            _run("ip", "-n", switch, "link", "set", "br0", "up")
            for index in range(self._hosts):
                self._add_host(switch, index)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _add_host(self, switch: str, index: int) -> None:
        host = self._host(index)
        _run("ip", "netns", "add", host)
        _run("ip", "-n", host, "link", "set", "lo", "up")
        _run("ip", "-n", host, "link", "add", "e0", "type", "veth", "peer", "name", f"p{index}", "netns", switch)
        _run("ip", "-n", switch, "link", "set", f"p{index}", "master", "br0", "up")
        _run("ip", "-n", host, "addr", "add", f"10.88.0.{index + 1}/16", "dev", "e0")
        _run("ip", "-n", host, "link", "set", "e0", "up", "txqueuelen", "10000")
        _run("ip", "-n", host, "route", "add", "224.0.0.0/4", "dev", "e0")
        _run("ip", "netns", "exec", host, "sysctl", "-qw", "net.ipv4.igmp_max_memberships=20000")
        _run("ip", "netns", "exec", host, "sysctl", "-qw", "net.ipv4.conf.all.rp_filter=0")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for name in [*[self._host(index) for index in range(self._hosts)], f"{self._prefix}s"]:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)

    def enter(self, host: int) -> list[str]:
        return ["ip", "netns", "exec", self._host(host)]

    def set_loss(self, share: float) -> None:
        """Set the share of packets lost at the ingress of every host."""
        for index in range(self._hosts):
            chance = f"numgen random mod 10000 < {round(share * 10000)}"
            rule = f"ip protocol {{ udp, tcp, 113 }} {chance} counter drop"
            table = (
                "table netdev lobloss\ndelete table netdev lobloss\ntable netdev lobloss {\n"
                "chain in {\ntype filter hook ingress device e0 priority 0; policy accept;\n"
                f"{rule if share else ''}\n}}\n}}\n"
            )
            _run("ip", "netns", "exec", self._host(index), "nft", "-f", "-", text=table)
