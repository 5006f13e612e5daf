# SPDX-License-Identifier: BSD-3-Clause
"""`./run docs`: builds the documentation and the API reference as a site."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from installer.console import ROOT, print_status
from installer.environment import PYTHON

SITE = ROOT / "build" / "site"


def build(site: Path = SITE) -> int:
    """Run MkDocs, for which every warning is an error; returns its exit code."""
    started = time.monotonic()
    command = [str(PYTHON), "-P", "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(site)]
    # Otherwise the theme prints an announcement about its successor.
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    if code == 0:
        print_status(f"The documentation is in {site / 'index.html'} ({time.monotonic() - started:.0f} s)")
    return code
