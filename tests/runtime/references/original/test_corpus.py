"""Every file of the original platform at hand is converted, or refused with a reason; none crashes."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from app.runtime.references import LiveObjectFileError, Primitive, identity, read, summarize, walk, write
from app.runtime.references.original import convert
from objects_library.installed import installed_catalogue

ROOT = Path(__file__).resolve().parents[4]
CORPUS = Path(os.environ.get("LIVEOBJECTS_CORPUS", ROOT.parent / "shared" / "corpus"))
FILES = sorted(CORPUS.glob("original/**/*.liveobject"))


@pytest.mark.skipif(not FILES, reason="the files of the original platform are not here; set LIVEOBJECTS_CORPUS")
def test_the_whole_corpus(capsys: pytest.CaptureFixture[str]) -> None:
    catalogue = installed_catalogue()
    counts: Counter[str] = Counter()
    parts: Counter[str] = Counter()
    refused = []
    for file in FILES:
        try:
            conversion = convert(file.read_bytes())
        except LiveObjectFileError as error:
            message = str(error.in_file(file.name))
            assert "\n" not in message
            assert "; " in message
            counts["refused"] += 1
            refused.append(message)
            continue
        document = conversion.document
        data = write(document)
        again = read(data)
        assert write(again) == data
        assert again.reference == document.reference
        assert identity(again.reference) == identity(document.reference)
        summary = summarize(again, catalogue)
        placeholders = {part.id for _, part in walk(document.reference) if isinstance(part, Primitive)} - {2}
        assert len(summary.missing) >= len(placeholders) > 0 or not conversion.placeholders
        assert {problem.kind for problem in summary.problems} <= {"missing"}, file.name
        counts["converted, with placeholders" if placeholders else "converted, whole"] += 1
        parts.update(part.outcome for part in conversion.parts)
    assert sum(counts.values()) == len(FILES)
    assert counts["refused"] < len(FILES) / 10
    with capsys.disabled():
        print(f"\n  {len(FILES)} files of the original platform")
        for outcome, count in (*sorted(counts.items()), *sorted(parts.items())):
            print(f"  {count:6}  {outcome}")
        for message in refused:
            print(f"          {message}")
