# SPDX-License-Identifier: BSD-3-Clause
"""Data becomes live by hand: attach a file, ask, be told of a mistake, make it live, drag its table."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.composer_driver import ComposerDriver
from tests.end_to_end.virtual_display import VirtualDisplay, open_display

_EDITOR = "named('Query in SQL', 'SqlEditor')"
_SPARK = 150.0
"""Seconds that Spark may take to start, on a machine with other things to do."""
_SEEN = (
    "any(str(view.model().index(row, 0).data()) == 'Denmark' "
    "for view in of_kind('QTableView') for row in range(view.model().rowCount()))"
)


@pytest.fixture
def display(tmp_path: Path) -> Iterator[VirtualDisplay]:
    with open_display(tmp_path / "home") as opened:
        yield opened
        subprocess.run(
            [sys.executable, "-P", "-m", "app", "feed", "stop", "--all"],
            env=opened.environment,
            check=True,
            timeout=60,
            stdout=subprocess.DEVNULL,
        )


@pytest.mark.timeout(480)
def test_a_file_becomes_a_table_that_lives(display: VirtualDisplay, tmp_path: Path, artifacts: Path) -> None:
    file = tmp_path / "sales.csv"
    names = ("Austria", "Brazil", "Chad", "Denmark")
    rows = "".join(f"{names[n % 4]},{n / 2}\n" for n in range(1000))
    file.write_text(f"country,price\n{rows}")
    with display.program("--theme=light", "--language=en") as program:
        person = ComposerDriver(display, program, artifacts / "spark")
        person.new_sheet()
        display.click(program.wait_until_still("tab('Spark')"))
        person.press("Attach data")
        display.click(program.wait_until_still("entry_of_menu('Files')"))
        program.wait("'Attach data' in windows()")
        display.type(str(file))
        display.key("Return")
        program.wait("says('Sample of sales')", _SPARK)
        person.frame("attached")
        _ask(person, "select country, sum(prise) as total from sales group by country")
        program.wait(f"{_EDITOR}.error_words == 'prise'", _SPARK)
        assert program.ask("says('`prise` cannot be resolved')")
        person.frame("mistake")
        _ask(person, "select country, sum(price) as total from sales group by country")
        program.wait("says('4 rows')", _SPARK)
        assert not program.ask(f"{_EDITOR}.error_words")
        person.frame("result")
        person.press("Make it live…", "QPushButton")
        program.wait("'Make it live' in windows()", _SPARK)
        person.frame("how")
        person.press("Make it live", "QPushButton")
        program.wait("is_shown('Feed table', 'TileButton')", _SPARK)
        person.frame("live")
        tile = program.wait_until_still("at(named('Feed table', 'TileButton'))")
        display.drag(tile, program.ask("at(canvas().viewport(), 0.3, 0.3)"))
        program.wait("len(blocks()) == 1")
        person.run()
        person.frame("running")
        person.press("Present", "QToolButton")
        program.wait(_SEEN)
        person.frame("rows")


def _ask(person: ComposerDriver, sql: str) -> None:
    """Write a query in place of the one that is there, and look at its result."""
    person.display.click(person.program.wait_until_still(f"at({_EDITOR})"))
    person.display.key("ctrl+a")
    person.display.type(sql)
    person.program.wait(f"{_EDITOR}.sql == {sql!r}")
    person.display.key("ctrl+Return")
