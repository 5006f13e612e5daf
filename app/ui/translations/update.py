# SPDX-License-Identifier: BSD-3-Clause
"""`python -m app.ui.translations.update`: updates and compiles the `.ts` files.

New texts are added without a translation and printed; unused ones are removed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from app.ui.translations.extraction import all_texts
from app.ui.translations.ts_file import compile_ts, read_ts, write_ts

_FOLDER = Path(__file__).parent


def update(folder: Path = _FOLDER) -> list[str]:
    """Update every language; returns the texts without a translation."""
    texts = all_texts()
    missing = []
    for path in sorted(folder.glob("liveobjects_*.ts")):
        language = path.stem.removeprefix("liveobjects_")
        known = read_ts(path)
        write_ts(path, language, texts, known)
        compile_ts(path)
        missing += [f"{language}: {text!r} ({where})" for text, where in texts.items() if not known.get(text)]
    return missing


if __name__ == "__main__":
    lines = update()
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.exit(1 if lines else 0)
