# SPDX-License-Identifier: BSD-3-Clause
"""The command `share`: a copy for others, from one home to another."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli import FAILED, main
from app.runtime.references import Envelope, External, read, read_file, walk
from app.runtime.trust import Identity, card_of, public_key_of_user, read_document, signer_of
from app.runtime.trust.member_list import MemberListStore
from app.transport_native import LAN, LOOPBACK
from objects_library.channels.native.sharing import sharing_of
from objects_library.installed import installed_catalogue
from tests.gallery_copies import copy_gallery_file

FILES = Path(__file__).resolve().parents[2] / "liveobject_files"
DASHBOARD = str(FILES / "shop_dashboard.liveobject")
BOB = Identity.new()
pytestmark = pytest.mark.usefixtures("home")


def share(*words: str | Path) -> int:
    return main(["share", *map(str, words)])


@pytest.mark.parametrize(
    ("who", "network", "words"),
    [
        ("me", LOOPBACK, "14 parts: only on this computer, encrypted, you are the owner"),
        ("network", LAN, "14 parts: people on this network, encrypted, you are the owner"),
        ("anyone", LAN, "14 parts: anyone you send it to (on this network), encrypted, you are the owner"),
    ],
)
def test_every_part_is_shared(
    home: Path, who: str, network: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = home / "out.liveobject"
    assert share(DASHBOARD, "--who", who, "-o", out) == 0
    assert capsys.readouterr().out == f"{out}: {words}\n"
    document = read(out)
    report = sharing_of(document.reference, installed_catalogue())
    assert {each.network for each in report.channels} == {network}
    assert report.owners == (signer_of(document),) == (public_key_of_user(),)
    assert main(["check", str(out)]) == 0
    again = home / "again.liveobject"
    assert share(out, "--who", "anyone", "-o", again) == 0
    keys = [each.key for each in sharing_of(read(again).reference, installed_catalogue()).channels]
    assert keys == [each.key for each in report.channels]


def test_the_code_comes_from_a_library(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "Tally", "--in", str(home / "mine")]) == 0
    (file,) = (home / "mine").rglob("*.liveobject")
    archive, out = home / "tally.zip", home / "out.liveobject"
    assert main(["pack", str(home / "mine"), "-o", str(archive)]) == 0
    assert share(DASHBOARD, "--who", "anyone", "--library", archive.as_uri(), "-o", out) == FAILED
    assert "has no object of the file; pack the folder of its objects" in capsys.readouterr().err
    assert share(file, "--who", "anyone", "--library", archive.as_uri(), "-o", out) == 0
    assert "from the library: Tally\n" in capsys.readouterr().out
    (external,) = [part for _, part in walk(read(out).reference) if isinstance(part, External)]
    assert external.name == "Tally"
    assert signer_of(read(out)) == public_key_of_user()
    assert main(["check", str(out)]) == 0


def test_for_chosen_people_it_is_sealed_and_closed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["people", "add", card_of(BOB, "Bob")]) == 0
    out = home / "out.liveobject"
    assert share(DASHBOARD, "--who", "people", "--for", "Bob", "-o", out) == 0
    assert isinstance(read_file(out), Envelope)
    document = read_document(out, BOB)
    report = sharing_of(document.reference, installed_catalogue())
    me = public_key_of_user()
    for scope in report.owned_by(me):
        members = MemberListStore().newest(scope.place, me)
        assert members is not None
        assert {each.key for each in members.members} == {me, BOB.public}
    capsys.readouterr()
    assert share(out, "--who", "anyone", "-o", home / "open.liveobject") == 1
    assert "it lets in only the people whom you chose: Bob; add others" in capsys.readouterr().err


def test_the_owner_of_others_parts_chooses(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hers = home / "hers.liveobject"
    assert share(DASHBOARD, "--who", "anyone", "-o", hers) == 0
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(home / "other"))
    capsys.readouterr()
    assert share(hers, "--who", "network", "-o", home / "out.liveobject") == 0
    assert "somebody else is the owner" in capsys.readouterr().out
    assert read(home / "out.liveobject") == read(hers)
    assert share(hers, "--who", "people", "--for", BOB.public, "-o", home / "no.liveobject") == 1
    assert "who chooses the people; ask them" in capsys.readouterr().err
    assert not (home / "no.liveobject").exists()


def test_what_works_in_one_program_only_is_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = FILES / "hybrid_multicast.liveobject"
    assert share(file, "--who", "anyone", "-o", home / "out.liveobject") == 1
    assert "2 parts of it cannot be reached from other computers" in capsys.readouterr().err
    assert share(file, "--who", "me", "-o", home / "out.liveobject") == 0


def test_wrong_use_is_refused(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = home / "out.liveobject"
    assert share(DASHBOARD, "--who", "people", "-o", out) == 2
    assert share(DASHBOARD, "--who", "me", "--for", "Bob", "-o", out) == 2
    assert share(DASHBOARD, "--who", "all", "-o", out) == 2
    assert share(DASHBOARD, "--who", "people", "--for", "Nobody", "-o", out) == 1
    assert share(DASHBOARD, "--who", "me", "-o", home) == 1
    assert share(home / "none.liveobject", "--who", "me", "-o", out) == 2
    assert not out.exists()
    assert all(line.startswith("liveobjects: ") for line in capsys.readouterr().err.splitlines())


def test_what_is_shared_is_seen_in_another_home(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = str(copy_gallery_file("shared_counter", home))
    assert main(["call", mine, "counter.add", "5"]) == 0
    out, template = home / "out.liveobject", home / "template.liveobject"
    assert share(mine, "--who", "me", "-o", out) == 0
    assert share(mine, "--who", "me", "--without-content", "-o", template) == 0
    assert read(template).content == ()
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(home / "other"))
    capsys.readouterr()
    assert main(["call", str(out), "counter"]) == 0
    assert capsys.readouterr().out == '{"value": 5}\n'
