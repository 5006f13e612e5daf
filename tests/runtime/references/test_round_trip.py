# SPDX-License-Identifier: BSD-3-Clause
"""Reading what was written gives the same reference, and writing that gives the same bytes."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from lxml import etree

from app.runtime import references as package
from app.runtime.references import Document, Reference, canonical_form, read, write
from tests.runtime.references import strategies

SCHEMA = etree.XMLSchema(file=str(Path(package.__file__).with_name("liveobject.xsd")))
PARSER = etree.XMLParser(resolve_entities=False, no_network=True)

THOROUGH = settings(
    max_examples=80,
    deadline=None,
    report_multiple_bugs=False,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@THOROUGH
@given(strategies.documents())
def test_documents_survive(document: Document) -> None:
    data = write(document)
    again = read(data)
    assert again.reference == document.reference
    assert (again.title, again.description) == (document.title, document.description)
    assert again.drawing.items == document.drawing.items
    assert write(again) == data
    SCHEMA.assertValid(etree.fromstring(data, PARSER))


@THOROUGH
@given(strategies.references())
def test_the_canonical_form_is_w3c_canonical(reference: Reference) -> None:
    form = canonical_form(reference)
    assert etree.tostring(etree.fromstring(form, PARSER), method="c14n", with_comments=False) == form
