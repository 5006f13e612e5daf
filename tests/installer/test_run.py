# SPDX-License-Identifier: BSD-3-Clause
"""`./run` on a miniature project: set up once, repaired when needed, otherwise left alone."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.installer.sample_project import SampleProject

pytestmark = pytest.mark.timeout(180)


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> SampleProject:
    """A project that has been set up; tests work on copies of it. Its path has spaces and quotes."""
    folder = tmp_path_factory.mktemp("a folder") / "it's $HOME here"
    made = SampleProject.create(folder, tmp_path_factory.mktemp("wheels"))
    code, output, said = made.run("one", "two words", "--three")
    assert (code, output) == (7, "started with ['one', 'two words', '--three'] 1.0\n"), said
    assert said.splitlines()[-1] == "Everything is set up."
    return made


@pytest.fixture(scope="session")
def adapted(finished: SampleProject, tmp_path_factory: pytest.TempPathFactory) -> SampleProject:
    """A set-up project in a new place that has already adapted to it."""
    copy = finished.copy(tmp_path_factory.mktemp("adapted") / "project")
    assert copy.run()[0] == 7
    return copy


@pytest.fixture
def project(adapted: SampleProject) -> Iterator[SampleProject]:
    """That project, in the same place for each test: a copy elsewhere would adapt to it first."""
    aside = adapted.folder.with_name("aside")
    adapted.folder.rename(aside)
    copy = SampleProject(aside, adapted.wheels).copy(adapted.folder)
    yield copy
    shutil.rmtree(adapted.folder, ignore_errors=True)
    aside.rename(adapted.folder)


def _snapshot(folder: Path) -> dict[str, int]:
    files = (path for path in folder.rglob("*") if "__pycache__" not in path.parts and path.is_file())
    return {str(path): path.stat().st_mtime_ns for path in files}


def test_the_second_start_writes_nothing_and_says_nothing(project: SampleProject) -> None:
    before = _snapshot(project.folder)
    project.environment = {"PIP_FIND_LINKS": "/nowhere"}
    assert project.run("again") == (7, "started with ['again'] 1.0\n", "")
    assert _snapshot(project.folder) == before


def test_a_moved_folder_is_adapted_without_the_network(project: SampleProject, tmp_path: Path) -> None:
    moved = project.move(tmp_path / "else where" / "project")
    moved.environment = {"PIP_FIND_LINKS": "/nowhere"}
    code, _, said = moved.run()
    assert code == 7
    assert "Adapting to this folder" in said
    assert "Installing packages" not in said
    script = moved.folder / ".venv" / "bin" / "liveobjects"
    for program in (script, script.with_name("pip")):
        called = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
        assert str(moved.folder) in called.stdout or called.returncode == 7, called.stderr
    assert moved.run()[2] == ""


def test_a_changed_lock_is_installed(project: SampleProject) -> None:
    project.lock("2.0")
    code, output, said = project.run()
    assert (code, output) == (7, "started with [] 2.0\n")
    assert "Installing packages" in said


def test_a_package_with_another_hash_is_refused(project: SampleProject) -> None:
    project.lock("1.5")
    project.lock("1.5", digest="0" * 64)
    code, output, said = project.run()
    assert (code, output) == (1, "")
    assert said.splitlines()[-1].startswith("./run: pip failed: ")


def test_another_python_gets_a_new_environment(project: SampleProject) -> None:
    stamp = project.folder / ".venv" / "set-up.json"
    content = json.loads(stamp.read_text())
    content["environment"] = content["environment"].replace("cpython 3.", "cpython 2.")
    stamp.write_text(json.dumps(content))
    code, _, said = project.run()
    assert code == 7
    assert "Making the virtual environment" in said


def test_a_python_that_has_gone_gets_a_new_environment(project: SampleProject) -> None:
    python = project.folder / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/no/such/python")
    assert project.run()[0] == 7


def test_a_spoiled_stamp_is_made_again(project: SampleProject) -> None:
    (project.folder / ".venv" / "set-up.json").write_text("[1, {")
    code, _, said = project.run()
    assert code == 7
    assert said.splitlines()[-1] == "Everything is set up."


@contextlib.contextmanager
def _index_that_never_answers() -> Iterator[tuple[str, socket.socket]]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)
        yield f"http://127.0.0.1:{server.getsockname()[1]}/simple", server


def test_a_set_up_killed_in_the_middle_of_pip_is_repaired(project: SampleProject) -> None:
    project.lock("3.0")
    with _index_that_never_answers() as (address, server):
        project.environment = {"PIP_NO_INDEX": "0", "PIP_INDEX_URL": address, "PIP_FIND_LINKS": ""}
        process = project.start()
        connection, _ = server.accept()  # pip is at work now
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        connection.close()
    shutil.rmtree(next((project.folder / ".venv" / "lib").glob("python*/site-packages/pip")))
    project.environment = {}
    code, output, said = project.run()
    assert "interrupted; starting it afresh" in said
    assert (code, output) == (7, "started with [] 3.0\n")


def test_ctrl_c_in_the_middle_is_one_line(project: SampleProject) -> None:
    project.lock("4.0")
    with _index_that_never_answers() as (address, server):
        project.environment = {"PIP_NO_INDEX": "0", "PIP_INDEX_URL": address, "PIP_FIND_LINKS": ""}
        process = project.start()
        connection, _ = server.accept()
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
        connection.close()
    assert process.returncode == 130
    assert said.splitlines()[-1] == "./run: interrupted; start it again to go on"
    assert "Traceback" not in said


def test_no_network_says_so(project: SampleProject) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        closed = f"http://127.0.0.1:{server.getsockname()[1]}/simple"
    project.lock("5.0")
    project.environment = {"PIP_NO_INDEX": "0", "PIP_INDEX_URL": closed, "PIP_FIND_LINKS": "", "PIP_RETRIES": "0"}
    code, _, said = project.run()
    assert code == 1
    assert said.splitlines()[-1] == (
        "./run: the Python packages cannot be downloaded; connect to the network and start again"
    )


def test_two_at_once_wait_for_each_other(project: SampleProject) -> None:
    project.lock("6.0")
    with _index_that_never_answers() as (address, server):
        slow = SampleProject(project.folder, project.wheels)
        slow.environment = {"PIP_NO_INDEX": "0", "PIP_INDEX_URL": address, "PIP_FIND_LINKS": ""}
        first = slow.start()
        connection, _ = server.accept()
        second = project.start()
        assert second.stderr is not None
        assert second.stderr.readline() == "Another set-up is at work here; waiting for it …\n"
        os.killpg(first.pid, signal.SIGKILL)
        first.communicate()
        connection.close()
    output, _ = second.communicate(timeout=100)
    assert (second.returncode, output) == (7, "started with [] 6.0\n")


def test_the_engine_is_built_when_its_sources_change_or_it_is_gone(project: SampleProject) -> None:
    engine = project.folder / "app" / "transport_native"
    (engine / "engine.c").write_text("2")
    assert "Building the engine" in project.run()[2]
    assert (engine / "engine.so").read_text() == "2"
    (engine / "engine.so").unlink()
    assert "Building the engine" in project.run()[2]
    assert (engine / "engine.so").exists()
    assert project.run()[2] == ""


def test_an_engine_that_does_not_build_does_not_stop_the_rest(project: SampleProject) -> None:
    engine = project.folder / "app" / "transport_native"
    (engine / "engine.c").write_text("error")
    code, _, said = project.run()
    assert code == 7
    assert "nothing can be shared until it builds" in said
    (engine / "engine.c").write_text("3")
    assert project.run()[0] == 7
    assert project.run()[2] == ""


def test_a_home_that_cannot_be_written(finished: SampleProject, tmp_path: Path) -> None:
    copy = finished.copy(tmp_path / "project")
    shutil.rmtree(copy.folder / ".venv")
    copy.environment = {"HOME": "/proc/no-home", "PIP_NO_CACHE_DIR": "0"}
    assert copy.run()[0] == 7


def test_through_a_link_from_another_folder(project: SampleProject, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(project.folder / "run")
    called = subprocess.run(
        [tmp_path / "link", "x"], cwd="/", env=project.full_environment, capture_output=True, text=True, check=False
    )
    assert called.stdout == "started with ['x'] 1.0\n"


# What an unprivileged user is told. As root, these tests become one; otherwise they are one already.


@pytest.fixture
def public(finished: SampleProject) -> Iterator[SampleProject]:
    """A project that any user can read and only its owner can write."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        copy = finished.copy(Path(folder) / "project")
        shutil.rmtree(copy.folder / ".venv")
        (copy.folder / ".set-up.lock").unlink()
        yield copy


def _run_unprivileged(project: SampleProject, path: str) -> tuple[int, str]:
    nobody = 65534 if os.getuid() == 0 else None
    environment = {**project.full_environment, "PATH": path, "HOME": "/proc/no-home"}
    called = subprocess.run(
        [project.folder / "run"],
        cwd="/",
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        user=nobody,
        group=nobody,
        extra_groups=None if nobody is None else [],
    )
    return called.returncode, called.stderr


@pytest.fixture
def poor_path(public: SampleProject) -> str:
    """A PATH with no compiler and no sudo on it."""
    folder = public.folder.parent / "bin"
    folder.mkdir()
    (folder / "python3").symlink_to(_python_for_everyone())
    for name in ("sh", "dirname", "readlink", "apt-get", "dpkg"):
        found = shutil.which(name)
        if found is None:
            pytest.skip(f"{name} is not on this system")
        (folder / name).symlink_to(found)
    return str(folder)


def _python_for_everyone() -> str:
    """A Python that other users can start too: the one of the tests may lie in somebody's home."""
    for candidate in (sys.executable, "/usr/bin/python3"):
        real = Path(candidate).resolve()
        readable = all(parent.stat().st_mode & 0o001 for parent in [*real.parents])
        if real.exists() and (readable or os.getuid() != 0):
            return str(real)
    pytest.skip("no Python that another user could start")


def test_without_root_and_sudo_the_exact_command_is_said(public: SampleProject, poor_path: str) -> None:
    if os.getuid() == 0:
        for path in [public.folder, *public.folder.rglob("*")]:
            os.chown(path, 65534, 65534, follow_symlinks=False)
    code, said = _run_unprivileged(public, poor_path)
    assert code == 1
    [line] = said.splitlines()
    assert "neither root nor has sudo; run as root: apt-get install -y --no-install-recommends " in line
    assert " gcc" in line


def test_a_folder_that_cannot_be_written_is_said(public: SampleProject, poor_path: str) -> None:
    public.folder.chmod(0o555)
    try:
        code, said = _run_unprivileged(public, poor_path)
    finally:
        public.folder.chmod(0o755)
    assert code == 1
    assert said == f"./run: cannot write to {public.folder}; copy the project to a folder of yours\n"
