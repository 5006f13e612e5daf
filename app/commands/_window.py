"""Shared by the commands that open a window."""

import argparse


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
    if not (
        width.isdecimal() and height.isdecimal() and 0 < int(width) <= 16384 and 0 < int(height) <= 16384
    ):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1120x720")
    return int(width), int(height)
