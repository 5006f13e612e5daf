# SPDX-License-Identifier: BSD-3-Clause
"""One process of a measurement: `python -m bench._peers.role SETTINGS receive INDEX`, or `… send 0`."""

from __future__ import annotations

import json
import os
import sys
import time

from bench._peers.catalogue import ALL
from bench._peers.control import Control, Run, make_sink


def main(settings: str, role: str, index: int) -> None:
    run = Run(**json.loads(settings))
    control = Control(run.control)
    peer = ALL[run.peer]
    if role == "send":
        peer.send(run, control)
        return
    end = time.monotonic() + 120 + run.seconds + run.groups / 10
    sink, report = make_sink(control, index, keep_latency=run.rate > 0)

    def ready() -> None:
        control.words[control.at(index, Control.READY)] = 1

    def stopped() -> bool:
        return control.stopped or time.monotonic() > end

    try:
        peer.receive(run, index, sink, ready, stopped)
    finally:
        report()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    sys.stdout.flush()
    os._exit(0)  # some libraries have threads that never end
