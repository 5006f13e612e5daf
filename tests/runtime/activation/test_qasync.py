# SPDX-License-Identifier: BSD-3-Clause
"""The same runtime under the loop that Qt and asyncio share."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

PROGRAM = """
import asyncio
import sys
from pathlib import Path

import qasync
from PySide6.QtCore import QCoreApplication

from tests.runtime.activation.conftest import body, make_node
from tests.runtime.activation.samples import Sink, Source, composite, ref


async def main(directory: Path) -> None:
    one, other = make_node(directory / "a"), make_node(directory / "b")
    async with one, other:
        pair = await one.dereference(composite({"a": ref(Source), "b": ref(Sink)}, (("a.wire", "b.wire"),)))
        source, sink = body(pair.components["a"]), body(pair.components["b"])
        sink.react = lambda number: sink.back(number)
        source.put(1)
        await asyncio.sleep(0)
        assert (sink.got, source.heard) == ([1], [1])
        ticks = asyncio.Queue()
        source.context.every(0.001, lambda: ticks.put_nowait("tick"))
        for _ in range(3):
            await ticks.get()
        far, near = await one.dereference(ref(Sink)), await other.dereference(ref(Source))
        body(far).react = lambda number: body(far).back(-number)
        heard = asyncio.Queue()
        body(near).react = heard.put_nowait
        with await other.connect_ticket(await far.endpoint("wire").ticket(), near.endpoint("wire")):
            body(near).put(5)
            assert await heard.get() == -5
    print("done")


application = QCoreApplication([])
with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
    runner.run(main(Path(sys.argv[1])))
"""


def test_under_qasync(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (0, "done\n"), ended.stderr
