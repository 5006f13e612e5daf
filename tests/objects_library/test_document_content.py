# SPDX-License-Identifier: BSD-3-Clause
"""The documents of a page include those of the objects on its desktop, which meet in the scope of the page."""

import json
from uuid import uuid4

from app.runtime.references import (
    Document,
    Parameterized,
    Primitive,
    ReferenceArgument,
    TypeArgument,
    ValueArgument,
    write,
)
from app.runtime.storage.documents import document_id
from objects_library.document_content import HeldState, held_documents, state_bytes, state_from_json, value_type
from objects_library.installed import installed_catalogue
from objects_library.values.page_scope import in_page
from tests.commands.test_content import DOCUMENT_CHANNEL, counter
from tests.objects_library.desktops.desks import DESKTOP

KEY = "ab" * 32


def page(scope: str) -> Parameterized:
    types = (("T", TypeArgument("DesktopChange")), ("S", TypeArgument("DesktopState")))
    address = (("scope", ValueArgument(scope)), ("key", ValueArgument(KEY)))
    channel = Parameterized(Primitive(DOCUMENT_CHANNEL), (*types, *address))
    return Parameterized(Primitive(DESKTOP), (("Channel", ReferenceArgument(channel)),))


def desktop_state(document: bytes, reference: str) -> HeldState:
    nobody = "00000000-0000-0000-0000-000000000000"
    place = {"x": 0.0, "y": 0.0, "width": 100.0, "height": 100.0, "angle": 0.0}
    item = {"item": str(uuid4()), "kind": "object", "title": "Score", "place": place, "layer": 1, "group": nobody}
    item |= {"locked": False, "text": "", "data": "", "reference": [reference]}
    kind = value_type("DesktopState", installed_catalogue())
    state = state_bytes(state_from_json(json.dumps({"items": [item]}), kind), kind)
    return HeldState(document, state, "", "", 0)


async def test_an_object_that_was_added_to_a_desktop_has_its_document_in_the_scope_of_the_page() -> None:
    team = page("team")
    added = in_page(counter("elsewhere"), team)
    assert isinstance(added, Parameterized)
    channel = dict(added.arguments)["Channel"]
    assert isinstance(channel, ReferenceArgument)
    assert isinstance(channel.reference, Parameterized)
    group = dict(channel.reference.arguments)["group"]
    assert isinstance(group, ValueArgument)
    of_page = document_id("team", "main", KEY)

    async def load(document: bytes) -> HeldState | None:
        return desktop_state(document, write(Document(added)).decode()) if document == of_page else None

    found = await held_documents(team, load, installed_catalogue())
    assert [each.document for each in found] == [of_page, document_id("team", str(group.value), KEY)]
    inner = found[1].root  # it can be run as it is
    assert isinstance(inner, Parameterized)
    assert "team" in write(Document(inner)).decode()
