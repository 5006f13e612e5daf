# SPDX-License-Identifier: BSD-3-Clause
"""A person in a process of their own who edits a shared sheet as they are told, one JSON line each.

python -m tests.objects_library.documents.sheet_worker FILE NAME
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from app.runtime.activation import Node
from app.runtime.references import read, write
from app.ui.composer.model import EditError, SharedEditor, edit_from_json
from objects_library.installed import installed_catalogue


def _report(event: str, value: Any = None) -> None:
    print(json.dumps(["", event, value]), flush=True)


def _obey(editor: SharedEditor, command: str, value: Any) -> None:
    try:
        if command == "do":
            editor.do(edit_from_json(value))
        elif command == "undo":
            editor.undo()
        elif command == "redo":
            editor.redo()
        elif command == "show":
            editor.show((), value["x"], value["y"], [tuple(path) for path in value["selection"]])
    except EditError as error:
        _report("error", str(error))


async def _main(file: str, name: str) -> None:
    loop = asyncio.get_running_loop()
    commands = asyncio.StreamReader(limit=2**24)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    catalogue = installed_catalogue()
    async with Node(catalogue, name=name) as node:
        proxy = await node.dereference(read(file).reference)
        editor = SharedEditor(node, proxy, catalogue)
        editor.listen(lambda _: _report("document", write(editor.document).decode()))
        editor.listen_visitors(lambda visitors: _report("visitors", [[v.name, v.x] for v in visitors]))
        editor.listen_warnings(lambda warning: _report("warning", warning))
        await editor.ready()
        _report("document", write(editor.document).decode())
        _report("ready")
        while line := await commands.readline():
            _, command, value = json.loads(line)
            _obey(editor, command, value)
        editor.close()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], sys.argv[2]))
