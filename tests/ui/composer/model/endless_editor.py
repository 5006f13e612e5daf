# SPDX-License-Identifier: BSD-3-Clause
"""Edits a sheet until killed; prints a digest of the document after each edit.

python -m tests.ui.composer.model.endless_editor FILE SEED
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import sys
from pathlib import Path

from app.runtime.references import Composite, Document, Primitive, StickyNote, ValueArgument, write
from app.ui.composer.model import EditError, Editor
from app.ui.composer.model.edits import (
    AddBlock,
    AddNote,
    Edit,
    Group,
    Move,
    RemoveParts,
    RenameBlock,
    SetArgument,
    SetTitle,
    Ungroup,
)
from objects_library.installed import installed_catalogue


def digest(document: Document) -> str:
    """A digest of a document."""
    return hashlib.sha256(write(document)).hexdigest()


def _edit(document: Document, dice: random.Random, number: int) -> Edit:
    reference = document.reference
    names = [name for name, _ in reference.components] if isinstance(reference, Composite) else []
    name = dice.choice(names) if names else "nobody"
    return dice.choice(
        [
            AddBlock((), f"block {number}", Primitive(3, 1, "Shared label"), dice.random() * 900, 40.0),
            AddBlock((), f"block {number}", Primitive(3, 1, "Shared label"), dice.random() * 900, 90.0),
            Move((), ((name, dice.random() * 900, 7.0),)),
            RenameBlock((), name, f"name {number}"),
            SetArgument((name,), "words", ValueArgument("x" * dice.randrange(5000))),
            Group((), tuple(names[:2]), f"group {number}"),
            Ungroup((), name),
            RemoveParts((), (name,)),
            AddNote(StickyNote(f"note {number}", 1.0, dice.random())),
            SetTitle(f"title {number}", "words"),
        ]
    )


async def _main(file: Path, seed: int) -> None:
    dice = random.Random(seed)
    editor = Editor.new(installed_catalogue())
    print("begun", flush=True)
    number = 0
    while True:
        number += 1
        try:
            what = dice.random()
            if what < 0.15:
                editor.undo()
            elif what < 0.25:
                editor.redo()
            elif what < 0.30 and number > 20:
                await editor.save(file)
            else:
                editor.do(_edit(editor.document, dice, number), continues="drag" if what > 0.8 else "")
        except EditError:
            continue
        print(digest(editor.document), editor.undo_label or "-", sep="\t", flush=True)


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), int(sys.argv[2])))
