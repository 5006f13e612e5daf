# SPDX-License-Identifier: BSD-3-Clause
"""What is installed: found as a whole, quickly, and without Qt."""

import subprocess
import sys
from pathlib import Path

import pytest

from app.runtime.library import Catalogue
from app.runtime.references import LIBRARY_ID, REGISTRY_ID
from app.runtime.trust import Gate, TrustStore
from objects_library.installed import catalogue_with, installed_catalogue, own_objects_directory
from tests.runtime.library.samples import COUNTER, write_object


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path))
    return tmp_path


def test_every_object_can_be_loaded(home: Path) -> None:
    catalogue = installed_catalogue()
    assert catalogue.problems() == []
    for definition in catalogue.definitions():
        assert definition.blueprint().factory is not None
        assert definition.description


def test_the_two_primitives_are_there(home: Path) -> None:
    for catalogue in (installed_catalogue(), installed_catalogue(Gate(TrustStore(home / "trust")))):
        assert isinstance(catalogue, Catalogue)
        assert catalogue.definition(LIBRARY_ID) is not None
        assert catalogue.definition(REGISTRY_ID) is not None


def test_the_users_own_objects_are_there(home: Path) -> None:
    write_object(own_objects_directory() / "counter", COUNTER)
    definition = installed_catalogue().definition(0xA1)
    assert definition is not None
    assert definition.library == "My objects"


def test_a_folder_that_somebody_works_on_is_there_once(home: Path, tmp_path: Path) -> None:
    write_object(own_objects_directory() / "counter", COUNTER)
    write_object(tmp_path / "elsewhere" / "counter", COUNTER.replace("00a1", "00a2"))
    own = catalogue_with(own_objects_directory() / "counter")
    assert own.definition(0xA1) is not None
    elsewhere = catalogue_with(tmp_path / "elsewhere")
    found = elsewhere.definition(0xA2)
    assert found is not None
    assert found.library == "elsewhere"


def test_an_own_object_with_the_id_of_another_is_said_and_left_out(home: Path) -> None:
    taken = "9f4aeace30b5d219a8c9c8c995b2ea79"
    write_object(own_objects_directory() / "mine", COUNTER.replace(f"{0xA1:032x}", taken))
    write_object(own_objects_directory() / "other", COUNTER)
    catalogue = installed_catalogue()
    assert catalogue.definition(0xA1) is not None
    (problem,) = catalogue.problems()
    assert "the libraries objects_library and My objects both have version 1 of `Local channel`" in problem


def test_a_folder_that_others_can_write_to_is_left_alone(home: Path) -> None:
    write_object(own_objects_directory() / "counter", COUNTER)
    own_objects_directory().chmod(0o777)
    catalogue = installed_catalogue()
    assert catalogue.definition(0xA1) is None
    (problem,) = catalogue.problems()
    assert "can be changed by other users; run: chmod go-w" in problem


def test_knowing_everything_takes_little_time_and_no_qt(home: Path) -> None:
    program = (
        "import sys, time\n"
        "from objects_library.installed import installed_catalogue\n"
        "before = time.process_time()\n"
        "installed_catalogue().definitions()\n"
        "print(time.process_time() - before, any(name.startswith('PySide6') for name in sys.modules))\n"
    )
    (home / "cache").mkdir(mode=0o700)  # so that the run of the tests does not fill it
    spent = []
    for _ in range(4):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        seconds, has_qt = done.stdout.split()
        assert has_qt == "False"
        spent.append(float(seconds))
    # The first run reads the sources; the others read what it cached. Relative, as machines differ.
    assert min(spent[1:]) < spent[0] / 5
