# SPDX-License-Identifier: BSD-3-Clause
"""The directories of the program."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from app.runtime.directories import (
    DirectoryError,
    cache_directory,
    config_directory,
    data_directory,
    make_private,
    runtime_directory,
)


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DATA_HOME", "CONFIG_HOME", "CACHE_HOME", "RUNTIME_DIR"):
        monkeypatch.delenv(f"XDG_{name}", raising=False)
    monkeypatch.delenv("LIVEOBJECTS_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


_PLACES: list[tuple[Callable[[], Path], str, str]] = [
    (data_directory, "XDG_DATA_HOME", ".local/share"),
    (config_directory, "XDG_CONFIG_HOME", ".config"),
    (cache_directory, "XDG_CACHE_HOME", ".cache"),
]


@pytest.mark.parametrize(("place", "variable", "below_home"), _PLACES)
def test_xdg_decides_where(
    place: Callable[[], Path], variable: str, below_home: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert place() == tmp_path / below_home / "liveobjects"
    monkeypatch.setenv(variable, "/elsewhere")
    assert place() == Path("/elsewhere/liveobjects")
    monkeypatch.setenv(variable, "relative/is/ignored")
    assert place() == tmp_path / below_home / "liveobjects"


def test_runtime_directory_falls_back_to_a_folder_per_user(monkeypatch: pytest.MonkeyPatch) -> None:
    assert runtime_directory().name == f"liveobjects-{os.getuid()}"
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/7")
    assert runtime_directory() == Path("/run/user/7/liveobjects")


def test_one_variable_overrides_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/elsewhere")
    monkeypatch.setenv("LIVEOBJECTS_HOME", "/own")
    places = [data_directory(), config_directory(), cache_directory(), runtime_directory()]
    assert {place.parent for place in places} == {Path("/own")}
    assert len(set(places)) == 4


def test_sockets_are_never_too_far_down(monkeypatch: pytest.MonkeyPatch) -> None:
    found = set()
    for name in ("a", "b"):
        monkeypatch.setenv("LIVEOBJECTS_HOME", f"/{'deep/' * 30}{name}")
        assert data_directory().is_relative_to(f"/{'deep/' * 30}{name}")
        assert runtime_directory() == runtime_directory()
        assert len(os.fsencode(runtime_directory())) < 75
        found.add(runtime_directory())
    assert len(found) == 2


def test_a_user_without_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", no_home)
    with pytest.raises(DirectoryError, match="LIVEOBJECTS_HOME"):
        data_directory()


def test_naming_a_place_does_not_make_it(tmp_path: Path) -> None:
    assert not data_directory().exists()
    assert make_private(data_directory()).is_dir()


def test_a_private_directory_is_for_its_user_alone(tmp_path: Path) -> None:
    made = make_private(tmp_path / "a" / "b")
    assert stat.S_IMODE(made.stat().st_mode) == stat.S_IMODE(made.parent.stat().st_mode) == 0o700
    assert make_private(made) == made


def test_a_directory_that_others_can_change_is_refused(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    with pytest.raises(DirectoryError, match="chmod go-w"):
        make_private(shared)


def test_a_file_in_the_way_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DirectoryError, match="LIVEOBJECTS_HOME"):
        make_private(tmp_path / "file")
    with pytest.raises(DirectoryError, match="LIVEOBJECTS_HOME"):
        make_private(tmp_path / "file" / "below")


def test_a_link_to_an_own_directory_is_fine_and_to_a_file_is_not(tmp_path: Path) -> None:
    (tmp_path / "target").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "target")
    assert make_private(tmp_path / "link") == tmp_path / "link"


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a directory away")
def test_a_directory_of_another_user_is_refused(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    foreign.mkdir(mode=0o700)
    os.chown(foreign, 12345, 12345)
    with pytest.raises(DirectoryError, match="another user"):
        make_private(foreign)
    (tmp_path / "link").symlink_to(foreign)
    with pytest.raises(DirectoryError, match="not a directory of yours"):
        make_private(tmp_path / "link")
