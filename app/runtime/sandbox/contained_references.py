# SPDX-License-Identifier: BSD-3-Clause
"""The references in a value: code in a sandbox may open only references that it was given."""

from collections.abc import Iterator

from app.runtime.library.plain_values import is_reference
from app.runtime.references import Reference
from app.runtime.types import ValueType


def references_in(wanted: ValueType, value: object) -> Iterator[Reference]:
    """Return all references in a plain value of that type."""
    if "reference" in wanted.text or "anything" in wanted.text or "..." in wanted.text:
        yield from _all_in(value)


def _all_in(value: object) -> Iterator[Reference]:
    pending = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, dict):
            pending += [*each, *each.values()]
        elif isinstance(each, list):
            pending += each
        elif isinstance(each, Reference) and is_reference(each):
            yield each
