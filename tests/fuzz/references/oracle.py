# SPDX-License-Identifier: BSD-3-Clause
"""What must hold for any bytes at all that are taken for a file."""

from __future__ import annotations

from pathlib import Path

from lxml import etree

from app.runtime import references as package
from app.runtime.library import Catalogue
from app.runtime.references import Checker, LiveObjectFileError, canonical_form, identity, read, summarize, write
from app.runtime.references.limits import MAX_BYTES
from app.runtime.references.original import convert
from tests.runtime.references.installed import CATALOGUE

_SCHEMA = etree.XMLSchema(file=str(Path(package.__file__).with_name("liveobject.xsd")))
_PARSER = etree.XMLParser(resolve_entities=False, no_network=True)


def check_document(data: bytes) -> None:
    """Reads and converts; raises AssertionError, or whatever crashes, when something is wrong."""
    _read(data)
    _convert(data)


def _read(data: bytes) -> None:
    try:
        document = read(data)
    except LiveObjectFileError as error:
        _check_words(error)
        return
    written = write(document)
    again = read(written)
    assert again.reference == document.reference
    assert (again.title, again.description) == (document.title, document.description)
    assert again.drawing.items == document.drawing.items
    assert (again.content, again.sidecar) == (document.content, document.sidecar)
    assert write(again) == written, "writing again gives other bytes"
    assert identity(again.reference) == identity(document.reference)
    assert _SCHEMA.validate(etree.fromstring(written, _PARSER)), _SCHEMA.error_log
    form = canonical_form(document.reference)
    assert etree.tostring(etree.fromstring(form, _PARSER), method="c14n") == form
    catalogue: Catalogue = CATALOGUE
    for problem in Checker(catalogue).check(document):
        assert problem.message.isprintable(), problem.message
    summarize(document, catalogue)


def _convert(data: bytes) -> None:
    try:
        conversion = convert(data)
        written = write(conversion.document)
    except LiveObjectFileError as error:
        _check_words(error)
        return
    again = read(written)
    assert again.reference == conversion.document.reference
    assert write(again) == written


def _check_words(error: LiveObjectFileError) -> None:
    words = str(error)
    assert words.isprintable(), words
    assert len(words) < 1000 <= MAX_BYTES, words
    assert "; " in words, words
