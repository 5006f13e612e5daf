# SPDX-License-Identifier: BSD-3-Clause
"""This project's engine and raw sockets, driven from C without Python in any process."""

from __future__ import annotations

from pathlib import Path

from bench._peers.control import Run
from bench._peers.peer import Peer

_SOURCES = Path(__file__).resolve().parent / "c"


class _Program(Peer):
    """A program in C that takes the run as `name=value` arguments."""

    source = ""
    shared = False
    coalesced = False

    def missing(self) -> str | None:
        try:
            self.prepare()
        except Exception as error:  # noqa: BLE001  whatever it is, the row is skipped and says why
            return str(error).partition("\n")[0]
        return None

    def prepare(self) -> None:
        self._build()

    def _build(self) -> Path:
        from app.transport_native import build  # noqa: PLC0415  peers' interpreters lack what it needs

        sources = [_SOURCES / self.source, _SOURCES / "control.c"]
        name = f"bench_{Path(self.source).stem}"
        return build.build_program(build.Variant(), name, sources, whole=True)

    def command(self, run: Run, role: str, index: int, address: str) -> list[str] | None:
        directory = run.scratch / "shared"
        if self.shared:
            directory.mkdir(mode=0o700, exist_ok=True)
        values = {
            "role": role,
            "index": index,
            "address": address,
            "control": run.control,
            "shared": directory if self.shared else "",
            "receivers": run.receivers,
            "size": run.size,
            "seconds": run.seconds,
            "rate": run.rate,
            "groups": run.groups,
            "window": run.window,
            "port": run.port,
            "coalesced": int(self.coalesced),
        }
        return [str(self._build()), *[f"{name}={value}" for name, value in values.items()]]


class LiveObjectsInC(_Program):
    """The engine through its C interface, for applications that are not in Python."""

    source = "engine_role.c"
    own_flow_control = True

    def __init__(self, *, shared: bool) -> None:
        self.shared = shared
        self.path = "shm" if shared else "udp"


class RawSockets(_Program):
    """GSO at the sender, recvmmsg at the receivers, no protocol; only the oracle prevents loss.

    With `coalesced` the receivers also use GRO, which is the upper bound of loopback.
    """

    source = "raw_role.c"
    path = "udp"
    reliable = False

    def __init__(self, *, coalesced: bool) -> None:
        self.coalesced = coalesced
