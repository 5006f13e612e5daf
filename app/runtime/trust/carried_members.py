# SPDX-License-Identifier: BSD-3-Clause
"""Member lists that travel in a file: whoever opens it knows the members while the owner is away."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from dataclasses import replace

from app.runtime.references import Document, Note
from app.runtime.trust.errors import MemberListError
from app.runtime.trust.member_list import LARGEST, MemberList, MemberListStore, read_member_list, write_member_list

_NAMESPACE = "urn:liveobject:members:1"
_WRITTEN = re.compile(
    rf'<members xmlns="{_NAMESPACE}" scope="(?P<scope>[0-9a-f]{{64}})">(?P<list>[A-Za-z0-9+/=]+)</members>'
)
_MOST = 256
"""Member lists of one file."""
_MOST_KEPT = 1024

_carried: dict[str, bytes] = {}
"""What the files that this program has opened carry, by the id of the scope; unverified."""


def with_member_lists(document: Document, lists: Iterable[MemberList]) -> Document:
    """Return the document with these member lists, and no others."""
    rest = tuple(each for each in document.annotations if not (isinstance(each, Note) and _NAMESPACE in each.xml))
    notes = tuple(
        Note(
            f'<members xmlns="{_NAMESPACE}" scope="{each.place}">'
            f"{base64.b64encode(write_member_list(each)).decode()}</members>"
        )
        for each in lists
    )
    return replace(document, annotations=(*rest, *notes[:_MOST]))


def note_member_lists(document: Document) -> None:
    """Remember what a file carries, until its scopes are opened."""
    notes = [each for each in document.annotations if isinstance(each, Note) and _NAMESPACE in each.xml]
    for note in notes[:_MOST]:
        found = _WRITTEN.fullmatch(note.xml.strip()) if len(note.xml) <= 2 * LARGEST else None
        if found is None:
            continue
        try:
            _carried[found["scope"]] = base64.b64decode(found["list"], validate=True)
        except binascii.Error:
            continue
    for old in list(_carried)[:-_MOST_KEPT]:
        del _carried[old]


def store_carried(scope: str, owner: str, store: MemberListStore) -> None:
    """Store what a file carries about a scope that is opened, if its owner has signed it and it is newer."""
    data = _carried.get(scope)
    if data is None:
        return
    try:
        store.keep(read_member_list(data, scope, owner))
    except MemberListError:
        del _carried[scope]
