"""What the bundle starts with."""

import os

from app.cli import main


def _forget_the_bundle() -> None:
    """Programs that are started from here have libraries of their own; one of us finds the bundle's again."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    for name in [name for name in os.environ if name.startswith("_PYI_")]:
        del os.environ[name]


if __name__ == "__main__":
    _forget_the_bundle()
    raise SystemExit(main())
