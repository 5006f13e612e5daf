# SPDX-License-Identifier: BSD-3-Clause
"""The command `pack`: a folder of objects in one signed file that another machine can use."""

import json
from pathlib import Path

import pytest

from app.cli import main
from app.runtime.library import Catalogue, attach_store
from app.runtime.library.archive_reader import open_archive
from app.runtime.trust import EVERYTHING, Gate, Identity, Permission, TrustStore
from tests.runtime.library.samples import InThisProcess


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


async def test_what_new_wrote_can_be_packed_and_used_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "Counter", "--in", str(tmp_path / "objects")]) == 0
    file = tmp_path / "counter.zip"
    capsys.readouterr()
    folder = str(tmp_path / "objects" / "counter")
    assert main(["pack", folder, "-o", str(file), "--name", "Counters", "--json"]) == 0
    packed = json.loads(capsys.readouterr().out)
    assert packed["objects"] == ["Counter (version 1)"]
    assert packed["signer"] == Identity.of_user().public
    store = TrustStore(tmp_path / "trust")
    store.remember(packed["signer"], Permission.RUN_CODE, EVERYTHING, True)
    catalogue = Catalogue()
    elsewhere = attach_store(catalogue, Gate(store), InThisProcess(), tmp_path / "libraries")
    library = await elsewhere.obtain(file.as_uri(), packed["digest"])
    assert library.definitions[0].blueprint().factory.__name__ == "Counter"
    files = open_archive(file.read_bytes()).files
    assert set(files) == {"proxy.py", "view.py", "icon.svg"}  # no test, and no key of the channel in the file


def test_it_says_what_references_need(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "Counter", "--in", str(tmp_path / "objects")]) == 0
    capsys.readouterr()
    assert main(["pack", str(tmp_path / "objects"), "-o", str(tmp_path / "x.zip"), "--unsigned"]) == 0
    printed = capsys.readouterr().out
    assert "digest   " in printed
    assert "signer   nobody" in printed
    assert "object   Counter (version 1)" in printed
    assert open_archive((tmp_path / "x.zip").read_bytes()).manifest.name == "objects"


def test_mistakes_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", str(tmp_path / "nowhere"), "-o", str(tmp_path / "x.zip")]) == 1
    assert "is not a folder; name the folder that holds your objects\n" in capsys.readouterr().err
    assert not (tmp_path / "x.zip").exists()
