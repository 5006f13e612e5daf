# SPDX-License-Identifier: BSD-3-Clause
"""Selects the tests of `./test --quick`: no windows, no Spark, no other servers, no files that take long."""

from pathlib import Path

import pytest

from tests.xdist_workers import recorded_durations

_FOLDERS = (
    "attacks", "bench", "checkers", "commands", "documents", "end_to_end", "filetype", "fuzz", "mail",
    "objects_library", "spark", "transport_native", "ui",
)  # fmt: skip
"""Folders in `tests` whose tests need windows, many processes or much time; they are not imported."""
_FIXTURES = {"qtbot", "qapp", "qapp_cls", "qtmodeltester", "postgres", "spark"}
_MARKERS = ("display", "namespaces")
_MAX_FILE_SECONDS = 5.0


class QuickSelection:
    """Deselects by folder, fixture, marker and the recorded duration of the file (`tests/durations.toml`)."""

    def __init__(self, root: Path) -> None:
        tests = root / "tests"
        long = [name for name, seconds in recorded_durations().items() if seconds > _MAX_FILE_SECONDS]
        self._ignored = {*(tests / folder for folder in _FOLDERS), *(root / name for name in long)}

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        return True if collection_path in self._ignored else None

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        slow = [item for item in items if _needs_more_than_a_process(item)]
        items[:] = [item for item in items if item not in slow]
        config.hook.pytest_deselected(items=slow)


def _needs_more_than_a_process(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(fixtures & _FIXTURES) or any(item.get_closest_marker(name) for name in _MARKERS)
