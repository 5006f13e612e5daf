# SPDX-License-Identifier: BSD-3-Clause
"""Shared by the commands that open a window."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli import WRONG_USE, CommandError

if TYPE_CHECKING:
    from app.ui.theme import Choice


def require_files(files: list[Path]) -> None:
    """Refuse files that do not exist."""
    for path in files:
        if not path.is_file():
            raise CommandError(f"{path}: no such file", "check the path", WRONG_USE)


def window_options(
    args: argparse.Namespace,
) -> tuple[list[Path], Choice | None, tuple[int, int], Path | None, str, int | None]:
    """Return the first fields of the request for a window, with the values of the options."""
    from app.ui.theme import Choice  # noqa: PLC0415 - Qt takes its time

    theme = Choice(args.theme) if args.theme else None
    return args.files, theme, args.size, args.screenshot, args.language, args.ready_descriptor


def add_window_options(parser: argparse.ArgumentParser, size: tuple[int, int]) -> None:
    """Add options for theme, language and size; defaults come from the settings and the system."""
    parser.add_argument("--theme", choices=["system", "light", "dark"], help="colours")
    parser.add_argument(
        "--language", default="", metavar="CODE", help="such as en or de; by default that of the system"
    )
    parser.add_argument("--size", type=_size, default=size, metavar="WIDTHxHEIGHT", help="of the window")
    parser.add_argument("--ready-descriptor", type=int, help=argparse.SUPPRESS)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 0 < int(width) <= 16384 and 0 < int(height) <= 16384):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1120x720")
    return int(width), int(height)
