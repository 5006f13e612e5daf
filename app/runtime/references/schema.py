# SPDX-License-Identifier: BSD-3-Clause
"""Validation of `.liveobject` files against their XML schema: every violation, with its line.

The reader refuses a file at its first mistake. This lists all of them. lxml is imported only here.
"""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from app.runtime.references.errors import shown
from app.runtime.references.limits import MAX_BYTES, MAX_ELEMENTS
from app.runtime.references.namespaces import OUR_NAMESPACES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import XMLSchema

_FILE = Path(__file__).with_name("liveobject.xsd")
_MOST = 20
_MOST_TAGS = 3 * MAX_ELEMENTS
"""Start and end tags, and comments: bounds the memory of the tree."""
_LONGEST_MESSAGE = 400


class SchemaViolation(NamedTuple):
    """One place where a file does not follow the schema."""

    line: int
    message: str


def schema_violations(data: bytes) -> list[SchemaViolation]:
    """Return the first violations in a file that may be hostile.

    The list is empty if the file is valid, too large, has a document type, or is not well-formed XML.
    """
    if len(data) > MAX_BYTES or data.count(b"<") > _MOST_TAGS or b"<!DOCTYPE" in data:
        return []
    from lxml import etree  # noqa: PLC0415 - only `check` of a refused file needs it

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        return []
    schema = _schema()
    schema.validate(root)
    first = itertools.islice(cast("Iterable[Any]", schema.error_log), _MOST)
    return [SchemaViolation(entry.line, _message(entry.message)) for entry in first]


@cache
def _schema() -> XMLSchema:
    from lxml import etree  # noqa: PLC0415

    return etree.XMLSchema(file=str(_FILE))


def _message(text: str) -> str:
    for namespace in OUR_NAMESPACES:
        text = text.replace(f"{{{namespace}}}", "")
    return shown(text.rstrip(". "), _LONGEST_MESSAGE)
