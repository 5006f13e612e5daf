# SPDX-License-Identifier: BSD-3-Clause
"""Start the program: `python -m app` and the installed `liveobjects` are the same thing."""

from app.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
