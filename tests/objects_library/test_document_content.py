# SPDX-License-Identifier: BSD-3-Clause
"""The documents of a page include those of the objects on its desktop, which meet in the scope of the page."""

import json
from dataclasses import replace
from uuid import UUID, uuid4

from app.runtime.library import encode
from app.runtime.references import (
    Document,
    Parameterized,
    Primitive,
    ReferenceArgument,
    TypeArgument,
    ValueArgument,
    write,
)
from app.runtime.storage.documents import Change, ChangeKind, document_id
from objects_library.document_content import (
    HeldState,
    decoded,
    held_documents,
    state_bytes,
    state_from_json,
    value_type,
)
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


async def test_an_object_that_was_added_just_before_a_crash_is_found_in_the_changes() -> None:
    team, catalogue = page("team"), installed_catalogue()
    of_page = document_id("team", "main", KEY)
    whole = desktop_state(of_page, write(Document(in_page(counter("elsewhere"), team))).decode())
    items = decoded(replace(whole, state_type="DesktopState"), catalogue)["items"]
    added = {"by": UUID(int=1), "name": "", "step": UUID(int=2), "put": items, "patches": [], "removed": []}
    change_type = value_type("DesktopChange", catalogue)
    bodies = [(ChangeKind.CHANGE, b"rubbish"), (ChangeKind.CHANGE, encode(change_type, added))]
    for kind, body in (*bodies, (ChangeKind.RESET, whole.state)):
        change = Change(1, 1, b"", 0, kind, body, b"")

        async def load(document: bytes, change: Change = change) -> HeldState | None:
            return replace(whole, state=b"", changes=(change,)) if document == of_page else None

        found = await held_documents(team, load, catalogue)
        assert len(found) == (1 if body == b"rubbish" else 2), kind
        assert found[1:] == [] or found[1].title == "Score"
