# SPDX-License-Identifier: BSD-3-Clause
"""The circle of a page: shares it with its people, in the reference, the member lists and the stored content."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence

from app.runtime.library import Catalogue
from app.runtime.references import Addressee, Document, names_in_words
from app.runtime.trust import Identity, signed
from app.runtime.trust.carried_members import with_member_lists
from app.runtime.trust.member_list import MemberList, MemberListStore, Right
from objects_library.channels.document.relocation import move_content
from objects_library.channels.native.address import ChannelAddress
from objects_library.channels.native.admission import AdmissionScope
from objects_library.channels.native.sharing import SharingError, SharingReport, Who, share


async def open_circle(
    document: Document,
    who: Who,
    identity: Identity,
    catalogue: Catalogue,
    people: Sequence[Addressee] = (),
    admissions: Iterable[AdmissionScope] = (),
    rights: Mapping[str, Right] | None = None,
) -> tuple[Document, SharingReport]:
    """Share a page, signed by this user; `admissions` are those of its scopes that are open in this program.

    A page whose content moves must not run. `rights` are those of people who may not edit, by key.
    """
    shared, report = share(document, who, identity.public, catalogue, people)
    scopes = report.owned_by(identity.public)
    store = MemberListStore()
    if who in (Who.NETWORK, Who.ANYONE):
        await asyncio.to_thread(_refuse_closed, scopes, identity, store)
    elif who is Who.PEOPLE:
        running = {each.scope_id: each for each in admissions}
        for address in scopes:
            if address.place in running:
                await running[address.place].restrict(people, rights)
            else:
                await asyncio.to_thread(store.restrict, address.place, identity, people, rights)
    await move_content(report.moves, identity, catalogue.names, document)
    if shared != document:
        shared = await asyncio.to_thread(signed, shared, identity)
    return with_member_lists(shared, await asyncio.to_thread(member_lists, report, identity.public, store)), report


def member_lists(report: SharingReport, owner: str, store: MemberListStore | None = None) -> list[MemberList]:
    """The member lists of an owner that close scopes of a page; none while everyone with the file is let in."""
    found = store or MemberListStore()
    lists = [found.newest(each.place, owner) for each in report.owned_by(owner)]
    return [each for each in lists if each is not None]


def _refuse_closed(scopes: Sequence[ChannelAddress], identity: Identity, store: MemberListStore) -> None:
    closed = member_lists(SharingReport(tuple(scopes)), identity.public, store)
    if closed:
        members = tuple(each.person for each in closed[0].members if each.key != identity.public)
        named = names_in_words(members) if members else "nobody but you"
        raise SharingError(f"it lets in only the people whom you chose: {named}", "add others to them")
