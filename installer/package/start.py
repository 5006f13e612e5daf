# SPDX-License-Identifier: BSD-3-Clause
"""Entry point of the bundle."""

import os

from app.cli import main


def _restore_environment() -> None:
    """Undo the bootloader's changes: child processes must not load the bundle's libraries."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    for name in [name for name in os.environ if name.startswith("_PYI_")]:
        del os.environ[name]


if __name__ == "__main__":
    _restore_environment()
    raise SystemExit(main())
