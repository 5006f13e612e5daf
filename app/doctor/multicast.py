# SPDX-License-Identifier: BSD-3-Clause
"""Sends a datagram to a multicast group on each interface and waits for it to come back.

Nothing leaves the machine: the time to live is 0, and the group is the one that every host is in, so that
joining it sends no membership report.
"""

import fcntl
import secrets
import socket
import struct
from dataclasses import dataclass

from app.doctor.finding import Finding

_GROUP = "224.0.0.1"
_TIMEOUT_SECONDS = 1.0
_TRIES = 3

# Numbers of the Linux kernel that the socket module has no names for.
_SIOCGIFFLAGS = 0x8913
_SIOCGIFADDR = 0x8915
_IFF_UP = 0x1
_IP_MULTICAST_ALL = 49


@dataclass(frozen=True)
class _Interface:
    index: int
    name: str
    address: str | None


def check_multicast() -> list[Finding]:
    """Return one finding for each interface that is up, after a summary of all."""
    interfaces = _interfaces_that_are_up()
    findings = [_check_interface(interface) for interface in interfaces]
    working = [finding.name.removeprefix("multicast on ") for finding in findings if finding.works]
    summary = Finding(
        "multicast",
        bool(working),
        f"works on {', '.join(working)}" if working else "works on no interface",
        "" if working else "bring the loopback interface up, as root: ip link set lo up",
        required=True,
    )
    return [summary, *findings]


def _check_interface(interface: _Interface) -> Finding:
    name = f"multicast on {interface.name}"
    if interface.address is None:
        return Finding(name, False, "no IPv4 address", "give it one if objects are to be shared over it")
    try:
        arrived = any(_send_to_self(interface) for _ in range(_TRIES))
    except OSError as error:
        return Finding(name, False, f"{error.strerror or error}", _advice(interface))
    if arrived:
        return Finding(name, True, f"a datagram sent from {interface.address} came back")
    return Finding(name, False, f"a datagram sent from {interface.address} did not come back", _advice(interface))


def _advice(interface: _Interface) -> str:
    return f"look for a firewall, and as root: ip link set {interface.name} multicast on"


def _send_to_self(interface: _Interface) -> bool:
    token = secrets.token_bytes(16)
    membership = struct.pack("@4s4si", socket.inet_aton(_GROUP), socket.inet_aton("0.0.0.0"), interface.index)  # noqa: S104 - part of a structure; nothing is bound
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender,
    ):
        receiver.settimeout(_TIMEOUT_SECONDS)
        receiver.bind((_GROUP, 0))
        receiver.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
        receiver.setsockopt(socket.IPPROTO_IP, _IP_MULTICAST_ALL, 0)
        sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, membership)
        sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 0)
        sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
        sender.sendto(token, (_GROUP, receiver.getsockname()[1]))
        try:
            return receiver.recv(64) == token
        except TimeoutError:
            return False


def _interfaces_that_are_up() -> list[_Interface]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        return [
            _Interface(index, name, _address(any_socket, name))
            for index, name in socket.if_nameindex()
            if _flags(any_socket, name) & _IFF_UP
        ]


def _flags(any_socket: socket.socket, name: str) -> int:
    answer = _ask_kernel(any_socket, _SIOCGIFFLAGS, name)
    return int(struct.unpack_from("@H", answer, 16)[0]) if answer else 0


def _address(any_socket: socket.socket, name: str) -> str | None:
    answer = _ask_kernel(any_socket, _SIOCGIFADDR, name)
    return socket.inet_ntoa(answer[20:24]) if answer else None


def _ask_kernel(any_socket: socket.socket, what: int, name: str) -> bytes:
    try:
        return fcntl.ioctl(any_socket, what, struct.pack("@256s", name.encode()[:15]))
    except OSError:
        return b""
