# SPDX-License-Identifier: BSD-3-Clause
"""The palette: everything that can be put on a sheet, and that it runs when it is there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.runtime import references as refs
from app.runtime.activation import Node
from app.runtime.library import Catalogue
from app.runtime.trust import public_key_of_user
from app.transport_native import LAN
from app.ui.composer.model import EditError, Editor, build_sheet_view, entries, save_as_template, search
from app.ui.composer.model.edits import DeclareParameter, Paste, SetArgument
from app.ui.composer.model.edits.arguments import argument_of
from app.ui.composer.model.key_generation import with_new_keys
from app.ui.composer.model.palette import GROUPS, Entry
from app.ui.composer.model.tree import reference_at
from objects_library.channels.native import bulk_transfer
from objects_library.channels.native.sharing import sharing_of
from objects_library.documents.shared_sheet import sheet_log
from objects_library.folders.invitation import proxy as invitation
from objects_library.replication import bindings, membership, sequence
from objects_library.replication.text import document as text

OPEN = {"Channel platform", "Invitation", "Map of coordinates"}
"""What needs something that only a person can choose."""
ASIDE = {"Host", "Platform", "Replicated platform", "Backup of a durable channel", "Persistence"}
"""What takes something of the computer; it has tests of its own."""


@pytest.fixture
def palette(home: Path, catalogue: Catalogue) -> dict[str, Entry]:
    return {entry.title: entry for entry in entries(catalogue)}


def test_entries_are_in_the_groups_that_people_look_for(palette: dict[str, Entry]) -> None:
    groups = [entry.group for entry in palette.values()]
    assert set(groups) <= set(GROUPS)
    assert [group for number, group in enumerate(groups) if group not in groups[:number]] == [
        group for group in GROUPS if group in groups
    ]
    assert palette["Membership"].group == "Membership"
    assert palette["Shared text"].group == "Shared documents"
    assert "Library" not in palette
    assert all(entry.description and "\n" not in entry.description for entry in palette.values())


def test_every_entry_checks_or_says_what_is_missing(palette: dict[str, Entry], catalogue: Catalogue) -> None:
    for title, entry in palette.items():
        document = entry.make()
        sheet = Paste((), document, 40, 40).apply(refs.Document(refs.Composite()))
        (block,) = build_sheet_view(sheet, (), catalogue).blocks.values()
        missing = [slot.parameter for slot in block.slots if slot.missing]
        assert bool(missing) == (title in OPEN), (title, missing)
        if title not in OPEN:
            assert refs.Checker(catalogue).check(document) == []
        assert refs.read(refs.write(document)) == document


async def test_entries_run_as_they_are(palette: dict[str, Entry], catalogue: Catalogue) -> None:
    async with Node(catalogue) as node:
        for title in palette.keys() - OPEN - ASIDE:
            proxy = await node.dereference(palette[title].make().reference)
            assert proxy.failure is None, title
            proxy.close()
            await asyncio.sleep(0)


def test_two_of_a_kind_never_meet_by_accident(palette: dict[str, Entry]) -> None:
    first, second = palette["Shared text"].make(), palette["Shared text"].make()
    scopes = [
        argument_of(reference_at(each, ("Channel",)), name) for each in (first, second) for name in ("scope", "key")
    ]
    assert len(set(scopes)) == 4


def test_new_objects_are_their_makers_and_for_anyone(palette: dict[str, Entry], catalogue: Catalogue) -> None:
    for title in palette.keys() - OPEN:
        report = sharing_of(palette[title].make().reference, catalogue)
        assert report.only_here == report.local, title
        assert report.encrypted == len(report.channels), title
        assert set(report.owners) <= {public_key_of_user(), ""}, title
    (made,) = sharing_of(palette["Shared text"].make().reference, catalogue).channels
    assert (made.network, made.owner) == (LAN, public_key_of_user())


def test_every_word_must_occur_and_titles_count_most(palette: dict[str, Entry]) -> None:
    found = [entry.title for entry in search(palette.values(), "shared text")]
    assert found[:2] == ["Shared text", "Shared text with sections"]
    assert search(palette.values(), "channel zebra") == []
    assert len(search(palette.values(), "  ")) == len(palette)
    assert search(palette.values(), "LOCK SHARED")[0].title == "Shared lock"
    assert {entry.group for entry in search(palette.values(), "membership")} >= {"Membership"}


def test_limits_are_those_of_the_objects(palette: dict[str, Entry]) -> None:
    assert sum(bool(entry.limits) for entry in palette.values()) > 40
    numbers = {
        "Shared text": text.LONGEST // 1_000_000,
        "Shared list": sequence.LARGEST,
        "Shared folder": bindings.MOST,
        "Invitation": invitation.MOST,
        "Shared lock": membership.LARGEST,
        "Shared sheet": sheet_log.MOST_AUTHORS,
        "Checkpointed channel": bulk_transfer._LARGEST >> 30,
        "Document channel": bulk_transfer._LARGEST >> 30,
    }
    for title, number in numbers.items():
        assert f" {number:,} " in f" {palette[title].limits} "


def _with_scope_exposed(catalogue: Catalogue, palette: dict[str, Entry]) -> Editor:
    """A sheet with a shared text, whose meeting place can be chosen from outside."""
    editor = Editor.new(catalogue)
    editor.do(Paste((), palette["Shared text"].make(), 40, 40))
    path: refs.Path = ("Shared text", "Channel")
    given = argument_of(reference_at(editor.document, path), "scope")
    declaration = refs.ParameterDeclaration("place", "value", "text", given, (("editor", "key"),))
    editor.do(DeclareParameter((), declaration, ((path, "scope"),)))
    return editor


def test_a_sheet_becomes_a_template_in_my_objects(palette: dict[str, Entry], catalogue: Catalogue) -> None:
    editor = _with_scope_exposed(catalogue, palette)
    template = editor.document.reference
    assert isinstance(template, refs.Template)
    assert refs.Checker(catalogue).check(editor.document) == []
    with pytest.raises(EditError, match="no title"):
        save_as_template(editor.document)
    document = refs.Document(template, "My / notes", "For all of us.", editor.document.drawing)
    file = save_as_template(document)
    with pytest.raises(EditError, match="already"):
        save_as_template(document)
    save_as_template(document, over=True)
    (mine,) = [entry for entry in entries(catalogue) if entry.group == "My objects"]
    assert (mine.title, mine.description, mine.file) == ("My / notes", "For all of us.", file)

    other = Editor.new(catalogue)
    other.do(Paste((), mine.make(), 10, 10))
    other.do(Paste((), mine.make(), 10, 90))
    first, second = build_sheet_view(other.document, (), catalogue).blocks.values()
    assert [slot.parameter for slot in first.slots] == ["place"]
    assert (first.is_sheet, first.kind, first.name, second.name) == (True, "composite", "My / notes", "My / notes 2")
    assert refs.Checker(catalogue).check(other.document) == []
    other.do(SetArgument(first.path, "place", refs.ValueArgument("here")))
    changed = build_sheet_view(other.document, (), catalogue).blocks["My / notes"].slots[0].value
    assert changed == refs.ValueArgument("here")
    assert refs.Checker(catalogue).check(other.document) == []
    editor.close()
    other.close()


async def test_what_is_in_my_objects_runs(palette: dict[str, Entry], catalogue: Catalogue) -> None:
    editor = _with_scope_exposed(catalogue, palette)
    save_as_template(refs.Document(editor.document.reference, "Mine"))
    (mine,) = [entry for entry in entries(catalogue) if entry.group == "My objects"]
    sheet = Paste((), mine.make(), 0, 0).apply(refs.Document(refs.Composite()))
    async with Node(catalogue) as node:
        proxy = await node.dereference(sheet.reference, whole=True)
        assert proxy.failure is None
        proxy.close()
    editor.close()


def test_each_copy_has_keys_of_its_own_and_parts_that_met_still_meet(
    palette: dict[str, Entry], catalogue: Catalogue
) -> None:
    editor = _with_scope_exposed(catalogue, palette)
    editor.do(Paste((), palette["Reliable channel"].make(), 0, 0))
    original = editor.document
    copies = [with_new_keys(original, catalogue) for _ in range(2)]
    texts = [_texts(each.reference) for each in (original, *copies)]
    assert len(texts[1]) == len(texts[2]) == len(texts[0]) - 2  # the owners
    assert set(texts[1]) & set(texts[2]) == {LAN}
    assert not any(each.owner for each in sharing_of(copies[0].reference, catalogue).channels)
    uses = [part for _, part in refs.walk(copies[0].reference) if isinstance(part, refs.ParameterUse)]
    assert uses == [part for _, part in refs.walk(original.reference) if isinstance(part, refs.ParameterUse)]
    editor.close()


def _texts(reference: refs.Reference) -> list[str]:
    found = []
    for _, part in refs.walk(reference):
        for _, argument in getattr(part, "arguments", ()):
            if isinstance(argument, refs.ValueArgument) and isinstance(argument.value, str):
                found.append(argument.value)
        for parameter in getattr(part, "parameters", ()):
            assert isinstance(parameter, refs.ParameterDeclaration)
            assert isinstance(parameter.default, refs.ValueArgument)
            found.append(str(parameter.default.value))
    return found


def test_files_that_cannot_be_read_do_not_hide_the_others(home: Path, catalogue: Catalogue) -> None:
    file = save_as_template(refs.Document(refs.Composite(), "Good"))
    file.with_name("bad.liveobject").write_text("<!DOCTYPE")
    assert [entry.title for entry in entries(catalogue) if entry.group == "My objects"] == ["Good"]
