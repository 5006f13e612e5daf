# SPDX-License-Identifier: BSD-3-Clause
"""The canonical form of a reference, and the identity derived from it.

Two references have the same identity exactly when they are the same recipe. Layout, order, notes, drawings,
hints for editors and the names of primitives do not count.
"""

from __future__ import annotations

import hashlib

from app.runtime.references.encode import encode
from app.runtime.references.escaping import escape_text
from app.runtime.references.model import Reference
from app.runtime.references.namespaces import REFERENCE_NAMESPACE
from app.runtime.references.tags import Tag, attributes_text, writable


def identity(reference: Reference) -> str:
    """SHA-256 of the canonical form, in hexadecimal."""
    return hashlib.sha256(canonical_form(reference)).hexdigest()


def canonical_form(reference: Reference) -> bytes:
    """Return the reference as W3C C14N, with everything unordered sorted."""
    tag = encode(reference)
    return _canonical(tag, f' xmlns="{REFERENCE_NAMESPACE}"').encode("utf-8")


def _canonical(tag: Tag, namespace: str = "") -> str:
    parts = [_canonical(child) for child in tag.children if child.name != "hint"]
    if tag.name in _UNORDERED:
        parts.sort()
    start = f"<{tag.name}{namespace}{attributes_text(_essential_attributes(tag))}>"
    return "".join([start, escape_text(writable(tag.text or "")), *parts, f"</{tag.name}>"])


def _essential_attributes(tag: Tag) -> list[tuple[str, str]]:
    """Return the attributes that count, in the order of C14N; a connection has no direction."""
    if tag.name == "connection":
        ends = sorted(value for name, value in tag.attributes if name in ("from", "to"))
        return list(zip(("from", "to"), ends, strict=True))
    only_for_people = ("name",) if tag.name == "primitive" else ()
    return sorted(pair for pair in tag.attributes if ":" not in pair[0] and pair[0] not in only_for_people)


_UNORDERED = ("composite", "parameterized", "template", "parameter", "map", "record")
