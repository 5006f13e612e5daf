# SPDX-License-Identifier: BSD-3-Clause
"""Two people who write into one note."""

from tests.end_to_end.program import Program
from tests.end_to_end.virtual_display import VirtualDisplay


def exchange_lines(display: VirtualDisplay, left: Program, right: Program, first: str, second: str) -> None:
    """Type a line into the left program and one more into the right; each is read in the other."""
    display.click(left.wait_until_still("at(named('Note'))"))
    display.type(first)
    right.wait(f"named('Note').text == {first!r}")
    display.click(right.wait_until_still("at(named('Note'))"))
    display.key("ctrl+End", "Return")
    display.type(second)
    both = f"{first}\n{second}"
    left.wait(f"named('Note').text == {both!r}")
