"""The fuzz corpus is replayed in every run."""

import subprocess

import pytest

from bench import fuzz


@pytest.mark.parametrize("target", fuzz.targets())
def test_kept_inputs_break_nothing(target: str) -> None:
    inputs = sorted(fuzz.corpus_of(target).iterdir())
    assert inputs, "each target has a kept corpus"
    finished = subprocess.run([fuzz.build_replay(target), *inputs], capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr[-4000:]
    assert f"{len(inputs)} inputs" in finished.stdout
