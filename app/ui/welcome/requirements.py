# SPDX-License-Identifier: BSD-3-Clause
"""What a valid document needs that this computer does not have. No Qt in this file."""

from collections.abc import Iterator

from app.runtime.activation.registry import Registry
from app.runtime.references import (
    LIBRARY_ID,
    REGISTRY_ID,
    Document,
    External,
    Parameterized,
    Primitive,
    ValueArgument,
    walk,
)


def missing(document: Document) -> Iterator[str]:
    """Names that are not in the registry, and libraries that would have to be downloaded."""
    known = Registry().names()
    for _, part in walk(document.reference):
        if isinstance(part, External) and isinstance(part.source, Primitive) and part.source.id == REGISTRY_ID:
            if part.name not in known:
                yield f"It needs “{part.name}” in the registry of this computer."
        elif (
            isinstance(part, Parameterized) and isinstance(part.template, Primitive) and part.template.id == LIBRARY_ID
        ):
            address = dict(part.arguments).get("URL")
            if isinstance(address, ValueArgument):
                yield f"It needs the library at {address.value!s}"
