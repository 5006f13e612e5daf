# SPDX-License-Identifier: BSD-3-Clause
"""Shared by `members`, `remove` and `admit`: joining the admission of the owned scopes in a file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli import FAILED, CommandError

if TYPE_CHECKING:
    from app.runtime.references import Addressee
    from objects_library.channels.native.admission import AdmissionScope

_CATCH_UP = 5.0
"""Seconds that present members have to receive a change."""


def for_each_owned_scope(file: Path, do: Callable[[AdmissionScope], Awaitable[int]]) -> int:
    """Run a function with the admission of each owned scope that the file refers to."""
    return asyncio.run(_for_each_owned_scope(file, do))


async def _for_each_owned_scope(file: Path, do: Callable[[AdmissionScope], Awaitable[int]]) -> int:
    from app.commands._people import own_name  # noqa: PLC0415 - only when asked
    from app.runtime.trust import read_document  # noqa: PLC0415
    from objects_library.channels.native.admission import joined_admission  # noqa: PLC0415
    from objects_library.channels.native.ownership import owned_scopes  # noqa: PLC0415

    scopes = owned_scopes(read_document(file).reference)
    if not scopes:
        raise CommandError(
            f"nothing in {file} has an owner, so nobody can remove others",
            "make a copy that has one: liveobjects own FILE -o OUT",
        )
    code = 0
    for address in scopes:
        async with joined_admission(address, own_name()) as admission:
            await admission.entered()
            await admission.introduced()
            code = max(code, await do(admission))
    return code


async def wait_for_members(admission: AdmissionScope, words: str) -> int:
    """Wait until all present members have received the change, and print the outcome."""
    if await admission.caught_up(_CATCH_UP):
        print(words)
        return 0
    print(f"{words}; some who are there have not heard of it yet, they will from whoever has")
    return FAILED


def find_person(admission: AdmissionScope, words: str) -> Addressee:
    """Find a person by name, fingerprint or key among known people, members and those present."""
    from app.runtime.references import Addressee  # noqa: PLC0415
    from app.runtime.trust import People, PeopleError, fingerprint  # noqa: PLC0415

    try:
        return People().addressees([words])[0]
    except PeopleError:
        pass
    listed = admission.member_list
    people = [each.person for each in (*listed.members, *listed.removed)] if listed is not None else []
    people += [Addressee(each.key, each.name) for each in admission.attendants]
    wanted = words.strip().casefold()
    found = {
        each.key: each
        for each in people
        if each.name.casefold() == wanted or wanted in (fingerprint(each.key), fingerprint(each.key, 8))
    }
    if len(found) > 1:
        named = ", ".join(fingerprint(key) for key in found)
        raise CommandError(f"several are called {words[:60]!r}: {named}", "name one by these")
    if not found:
        raise CommandError(f"nobody here is called {words[:60]!r}", "see: liveobjects members FILE")
    return next(iter(found.values()))
