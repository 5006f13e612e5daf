# SPDX-License-Identifier: BSD-3-Clause
"""Fuzzes the reading of files: `python -m tests.fuzz.references.fuzz_files CORPUS -max_total_time=600`."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports():  # only these; the library looks at the code of its classes
    import app.runtime.references
    import app.runtime.references.original  # noqa: F401

from tests.fuzz.references.oracle import check_document


def main() -> None:
    """Runs until it is told to stop, or finds something."""
    atheris.Setup(sys.argv, check_document)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
