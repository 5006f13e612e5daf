# SPDX-License-Identifier: BSD-3-Clause
"""The wires between the most used objects: as many as promised, each with a sentence, listed in the documentation."""

from pathlib import Path

import pytest

from app.ui.composer.model.wire_proposals import WireProposal
from bench.pairs import MOST_USED, markdown, pair_table
from objects_library.installed import installed_catalogue

_PAGE = Path(__file__).resolve().parents[2] / "docs" / "wire-pairs.md"


@pytest.fixture(scope="module")
def table() -> dict[tuple[str, str], WireProposal]:
    return pair_table(installed_catalogue())


def test_at_least_150_pairs_work_and_the_others_say_why(table: dict[tuple[str, str], WireProposal]) -> None:
    assert len(MOST_USED) == 20
    assert sum(found.kind != "none" for found in table.values()) >= 150
    for pair, found in table.items():
        assert found.sentence if found.kind != "none" else found.reason, pair
        assert "{" not in found.sentence, pair


@pytest.mark.parametrize(
    ("source", "target", "sentence"),
    [
        ("Slider", "Gauge", "Gauge shows what Slider is set to"),
        ("Button", "Shared counter", "Each press of Button adds one to Shared counter"),
    ],
)
def test_everyday_wires(table: dict[tuple[str, str], WireProposal], source: str, target: str, sentence: str) -> None:
    assert table[source, target].sentence == sentence


def test_the_page_lists_them(table: dict[tuple[str, str], WireProposal]) -> None:
    wanted = markdown(table) + "\n"
    assert _PAGE.read_text(encoding="utf-8") == wanted, "run: liveobjects bench pairs --docs > docs/wire-pairs.md"
