# SPDX-License-Identifier: BSD-3-Clause
"""How the program starts itself again, from a checkout and from a bundle."""

import sys


def is_bundled() -> bool:
    """Whether this is the installed bundle, which has no separate Python."""
    return bool(getattr(sys, "frozen", False))


def own_command(*arguments: str) -> list[str]:
    """Return the command line that runs this program with other arguments."""
    start = [sys.executable] if is_bundled() else [sys.executable, "-P", "-m", "app"]
    return [*start, *arguments]
