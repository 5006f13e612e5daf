# SPDX-License-Identifier: BSD-3-Clause
"""Port families."""

from __future__ import annotations

import pytest

from app.runtime.library import Catalogue
from app.runtime.types import TemplateType, dual, parse_endpoint_type, parse_type
from app.ui.composer.model import Family, family_of


@pytest.mark.parametrize(
    ("name", "port", "family"),
    [
        ("Reliable channel", "channel", Family.CHANNEL),
        ("Reliable channel", "status", Family.CONTROL),
        ("Checkpointed channel", "channel", Family.REPLICATED_STATE),
        ("Tunnel", "first", Family.CHANNEL),
        ("Membership", "membership", Family.MEMBERSHIP),
        ("Failure detection", "failures", Family.MEMBERSHIP),
        ("Leader", "election", Family.MEMBERSHIP),
        ("Shared folder", "folder", Family.FOLDER),
        ("Shared folder", "editing", Family.FOLDER),
        ("Shared label", "label", Family.TEXT),
        ("Shared text", "text", Family.TEXT),
        ("Shared counter", "counter", Family.VALUE),
        ("Shared list", "list", Family.VALUE),
        ("Shared map", "map", Family.VALUE),
        ("Shared lock", "lock", Family.CONTROL),
        ("Group service", "service", Family.SERVICE),
        ("Calculator", "serving", Family.SERVICE),
    ],
)
def test_families_of_what_is_installed(catalogue: Catalogue, name: str, port: str, family: Family) -> None:
    (definition,) = [each for each in catalogue.definitions() if each.name == name]
    result = definition.type.result if isinstance(definition.type, TemplateType) else definition.type
    term = result.endpoint(port)
    assert term is not None
    assert family_of(term) is family
    assert family_of(dual(term)) is family  # the two ends of a wire look alike


def test_tables_count_before_everything_else() -> None:
    assert family_of(parse_endpoint_type("endpoint{ out value(table{a: int64}) }")) is Family.TABLE


def test_what_nobody_knows_is_something_else() -> None:
    assert family_of(None) is Family.OTHER
    assert family_of(parse_endpoint_type("endpoint{ out whirr() }")) is Family.OTHER
    template = parse_type("template[E: endpoint type] object{ inner: ~E }")
    assert isinstance(template, TemplateType)
    assert family_of(template.result.endpoint("inner")) is Family.OTHER


def test_every_family_has_words_of_its_own() -> None:
    assert len({family.words for family in Family}) == len(Family)
