# SPDX-License-Identifier: BSD-3-Clause
"""Spark's settings and error messages."""

from __future__ import annotations

import stat

import pytest

from app.spark.errors import SparkError, describe, position_in, summarize_message
from app.spark.settings import SparkSettings, load_settings, save_settings, settings_file


@pytest.mark.parametrize(
    "master", ["local", "local[4]", "local[*]", "yarn", "spark://h:7077", "k8s://https://h:6443", "sc://h:15002"]
)
def test_masters(master: str) -> None:
    assert SparkSettings(master).master == master


@pytest.mark.parametrize("master", ["", "http://h", "local[x]", "spark://", "sc://a b", "mesos://x"])
def test_other_masters_are_refused(master: str) -> None:
    with pytest.raises(SparkError, match="use local"):
        SparkSettings(master)


def test_settings_are_kept_for_the_user_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LIVEOBJECTS_SPARK", raising=False)
    chosen = SparkSettings("spark://cluster:7077", "1g", {"spark.authenticate.secret": "x"})
    save_settings(chosen)
    assert load_settings() == chosen
    assert stat.S_IMODE(settings_file().stat().st_mode) == 0o600
    monkeypatch.setenv("LIVEOBJECTS_SPARK", "local[1]")
    assert load_settings().master == "local[1]"
    settings_file().write_text("[]")
    with pytest.raises(SparkError, match="correct or remove"):
        load_settings()
    settings_file().unlink()


def test_sentences() -> None:
    said = (
        "[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name `x` cannot be resolved. Did you mean `y`? "
        "SQLSTATE: 42703; line 2 pos 6;\n'Project ['nope]\n+- 'Filter 'x\n"
    )
    assert summarize_message(said) == "A column with name `x` cannot be resolved. Did you mean `y`?"
    assert position_in(said) == (2, 7)
    assert position_in("== SQL (line 3, position 9) ==") == (3, 9)
    assert position_in("nothing") == (0, 0)


def test_the_deepest_cause_counts_and_full_disks_are_known() -> None:
    trace = (
        "Job aborted due to stage failure: Task 0 failed\n\tat a.b(C.scala:1)\n"
        "Caused by: org.apache.spark.SparkException: Encountered error while reading file file:///in/bad%20one.csv.\n"
        "Caused by: java.lang.RuntimeException: Malformed CSV record: xxx\n"
    )
    assert describe(RuntimeError(trace))["sentence"] == "Malformed CSV record: xxx (in the file bad one.csv)"
    full = describe(RuntimeError("java.io.IOException: No space left on device"))
    assert full["sentence"].startswith("the disk is full")
