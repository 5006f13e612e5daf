# SPDX-License-Identifier: BSD-3-Clause
"""People in processes of their own who watch one video: how late is it, what does it cost, and who keeps up?

Each has a window with the real view, drawn by the processor. A frame counts as shown when Qt has painted it;
it was captured when its source gave it out, by the clock that all processes of a computer have in common.
"""

from __future__ import annotations

import argparse
import secrets
import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench._promise import Promise, finish
from bench._window_process import WindowProcess

_USER = "bench._video.scripted_user"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "example: liveobjects bench video --viewers 4 --height 720 --rate 30"
    parser.add_argument("--viewers", type=int, default=4)
    parser.add_argument("--height", type=int, default=720)
    parser.add_argument("--rate", type=float, default=30.0, help="frames per second (30)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of watching (10)")
    parser.add_argument("--film", default="", help="show this film instead of a test picture")
    parser.add_argument("--slow", type=float, default=120.0, help="milliseconds a slow viewer needs more (120)")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds to wait for a better level (60)")
    parser.add_argument("--mib", type=float, default=8.0, help="size of the picture, 0: none (8)")
    parser.add_argument("--lookers", type=int, default=5, help="who look at the picture (5)")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = _video(args, Path(folder))
        if args.mib:
            report["picture_s"] = _picture(args, Path(folder))
    if not args.json:
        _print_report(args, report)
    return finish(report, _promises(args, report), as_json=args.json)


def _print_report(args: argparse.Namespace, report: dict[str, Any]) -> None:
    print(
        f"up to {args.height} pixels high at {args.rate:g} frames/s to {args.viewers} viewers:"
        f" captured to painted median {report['p50_ms']:.0f} ms, 99 % {report['p99_ms']:.0f} ms;"
        f" {report['per_second']:.1f} frames/s at the slowest, {report['heights']} pixels high"
    )
    viewers = ", ".join(f"{each:.0f} %" for each in report["viewer_cpu"])
    print(f"of a processor: who shows and watches {report['publisher_cpu']:.0f} %, viewers {viewers}")
    print(
        f"a newcomer: first picture {report['late_s'] * 1000:.0f} ms after opening the reference,"
        f" {report['late_after_live_s'] * 1000:.0f} ms after it knows what is shown"
    )
    print(
        f"one viewer needs {args.slow:g} ms more for each frame: smaller after {report['down_s']:.1f} s,"
        f" to {report['down_to']} pixels; the others then {report['slow_p50_ms']:.0f} ms;"
        f" better again {report['up_s']:.1f} s after it has recovered"
    )
    if args.mib:
        seconds = ", ".join(f"{each:.2f}" for each in report["picture_s"])
        print(f"a picture of {args.mib:g} MiB on the screens of {args.lookers} others after {seconds} s")


def _promises(args: argparse.Namespace, report: dict[str, Any]) -> Iterator[Promise]:
    where = f"{args.height}p at {args.rate:g}/s, {args.viewers} viewers"
    yield Promise.under(f"{where}: median from captured to painted, ms", report["p50_ms"], 150, "{:.0f}")
    yield Promise.at_least(f"{where}: frames/s painted", report["per_second"], 0.6 * args.rate, "{:.1f}")
    yield Promise.under("a newcomer's first picture, s", report["late_s"], 2, "{:.2f}")
    yield Promise("a slow viewer", "gets less", f"after {report['down_s']:.1f} s", report["down_s"] >= 0)
    if args.mib:
        yield Promise.under(f"a picture of {args.mib:g} MiB seen by all, s", max(report["picture_s"]), 5)


class _Users:
    """Users who have one file open."""

    def __init__(self, file: Path, folder: Path, count: int) -> None:
        self._file, self._folder = file, folder
        self.all = [self._open(f"Person {number + 1}") for number in range(count)]
        for user in self.all:
            user.receive()

    def add(self) -> WindowProcess:
        user = self._open("Newcomer")
        self.all.append(user)
        user.receive()
        return user

    def request(self, users: list[WindowProcess], *command: Any) -> list[Any]:
        with ThreadPoolExecutor(len(users)) as pool:
            return list(pool.map(lambda user: user.request(*command), users))

    def stop(self) -> None:
        for user in self.all:
            user.stop()

    def _open(self, name: str) -> WindowProcess:
        return WindowProcess(_USER, self._file, name, self._folder / "home")


def _open_users(reference: Any, folder: Path, name: str, count: int) -> _Users:
    from app.runtime.references import Document, write  # noqa: PLC0415

    file = folder / f"{name}.liveobject"
    file.write_bytes(write(Document(reference, name)))
    return _Users(file, folder, count)


def _video(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    from bench._video.references import video  # noqa: PLC0415

    scope = f"bench {secrets.token_hex(8)}"
    users = _open_users(video(scope, args.height, args.rate), folder, "video", args.viewers + 1)
    try:
        publisher, *viewers = users.all
        publisher.request("show", "film" if args.film else "test", args.film)
        users.request(viewers, "first")
        users.request(users.all, "watch", min(2.0, args.seconds))  # until the adaptation has settled
        publishing, *watching = users.request(users.all, "watch", args.seconds)
        late, after_live = users.add().request("first")
        delays = sorted(delay for each in watching for delay in each["delays"])
        slow, *others = viewers
        height = watching[0]["height"]
        slow.request("slow", args.slow)
        down = slow.request("seen_height", True, height - 1, args.patience)
        users.request(viewers, "watch", min(6.0, args.seconds))
        after, *_ = users.request(others or [slow], "watch", min(3.0, args.seconds))
        slow.request("slow", 0.0)
        low = after["height"]
        up = slow.request("seen_height", False, low + 2, args.patience) if low else -1.0
    finally:
        users.stop()
    return {
        "p50_ms": round(statistics.median(delays), 1),
        "p99_ms": round(delays[int(len(delays) * 0.99)], 1),
        "per_second": round(min(each["per_second"] for each in watching), 1),
        "heights": sorted({height for each in watching for height in each["heights"]}),
        "publisher_cpu": round(publishing["cpu"], 1),
        "viewer_cpu": [round(each["cpu"], 1) for each in watching],
        "late_s": round(late, 3),
        "late_after_live_s": round(after_live, 3),
        "down_s": round(down, 1),
        "down_to": low,
        "slow_p50_ms": round(statistics.median(after["delays"]), 1) if after["delays"] else -1.0,
        "up_s": round(up, 1),
    }


def _picture(args: argparse.Namespace, folder: Path) -> list[float]:
    from bench._video.references import image  # noqa: PLC0415

    users = _open_users(image(f"bench {secrets.token_hex(8)}"), folder, "image", args.lookers + 1)
    try:
        first, *others = users.all
        time.sleep(1.0)
        put = first.request("put", args.mib)
        return sorted(round(at - put["at"], 3) for at in users.request(others, "sees", put["digest"]))
    finally:
        users.stop()
