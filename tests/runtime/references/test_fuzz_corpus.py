"""What fuzzing found interesting is looked at again, every time."""

from __future__ import annotations

from pathlib import Path

from tests.fuzz.references.oracle import check_document

CORPUS = Path(__file__).resolve().parents[2] / "fuzz" / "references" / "corpus"


def test_the_kept_corpus() -> None:
    files = sorted(CORPUS.iterdir())
    assert len(files) > 100
    for file in files:
        try:
            check_document(file.read_bytes())
        except BaseException as error:
            error.add_note(f"with {file.name}")
            raise
