"""What the bundle starts with."""

import os

from app.cli import main

if __name__ == "__main__":
    # The libraries of the bundle are for the bundle: programs that it starts have their own.
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    raise SystemExit(main())
