# SPDX-License-Identifier: BSD-3-Clause
"""Runs all checks concurrently, with a time limit."""

import threading
import time
from collections.abc import Callable, Iterable, Sequence

from app.doctor import checks
from app.doctor.finding import Finding
from app.doctor.multicast import check_multicast

Check = Callable[[], Finding | Iterable[Finding]]

CHECKS: Sequence[tuple[str, Check]] = (
    ("python", checks.check_python),
    ("your files", checks.check_data_directory),
    ("window", checks.check_window),
    ("display", checks.check_display),
    ("OpenGL", checks.check_opengl),
    ("multicast", check_multicast),
    ("compiler", checks.check_compiler),
    ("libsodium", checks.check_libsodium),
    ("engine", checks.check_engine),
    ("objects", checks.check_objects),
    ("sandbox", checks.check_sandbox),
    ("Java", checks.check_java),
    ("Spark", checks.check_spark),
    ("mail program", checks.check_mail),
    ("file association", checks.check_file_association),
)


def examine(named_checks: Sequence[tuple[str, Check]] = CHECKS, patience: float = 60.0) -> list[Finding]:
    """Return all findings in the order of the checks; a check that fails or hangs is a finding, too."""
    results: dict[str, list[Finding]] = {}
    threads = [
        threading.Thread(target=_record, args=(name, check, results), daemon=True) for name, check in named_checks
    ]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + patience
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    late = f"no answer within {patience:g} s"
    return [
        finding
        for name, _ in named_checks
        for finding in results.get(name, [Finding(name, False, late, "try again", required=True)])
    ]


def _record(name: str, check: Check, results: dict[str, list[Finding]]) -> None:
    try:
        found = check()
    except Exception as error:  # noqa: BLE001 - a check that breaks must not take the others with it
        found = Finding(name, False, f"{type(error).__name__}: {error}", "report this", required=True)
    results[name] = [found] if isinstance(found, Finding) else list(found)
