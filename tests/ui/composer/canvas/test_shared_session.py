# SPDX-License-Identifier: BSD-3-Clause
"""The canvas with a running sheet and with a shared one."""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from app.runtime.activation import Node
from app.runtime.library import Catalogue
from app.runtime.references import Composite, Document
from app.ui.composer.canvas.canvas import Canvas
from app.ui.composer.canvas.overlays.remote_cursors import RemoteCursor
from app.ui.composer.model.edits import Move
from app.ui.composer.model.shared_editor import SHARED_SHEET_ID, SharedEditor
from app.ui.execution import RunningSheet
from tests.objects_library.copies import local_channel, replicated
from tests.ui.composer.canvas.conftest import CanvasDriver


async def _until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not happened():
            QApplication.processEvents()
            await asyncio.sleep(0.01)


async def test_a_sheet_that_runs_says_so_on_its_blocks(
    canvas: Canvas, driver: CanvasDriver, catalogue: Catalogue
) -> None:
    driver.add("Shared text", 0, 0)
    driver.add("Invitation", 400, 0)  # nothing is filled in, so it fails
    sheet = RunningSheet(canvas.document, catalogue)
    sheet.origin = Document(Composite())  # everything on the page was made here
    canvas.set_running(sheet)
    await sheet.start()
    blocks = canvas.sheet_scene.blocks
    await _until(lambda: blocks["Shared text"].live_text.startswith("live"))
    await _until(lambda: blocks["Invitation"].live_text.startswith("failed: "))
    await sheet.stop()
    canvas.set_running(None)
    assert blocks["Shared text"].live_text == ""


async def test_two_people_on_one_sheet(make_canvas: Callable[..., Canvas], catalogue: Catalogue) -> None:
    reference = replicated(SHARED_SHEET_ID, local_channel("SheetChange", "SheetState", "two canvases"))
    async with Node(catalogue, name="Ann") as ann_node, Node(catalogue, name="Bob") as bob_node:
        editors = []
        for node in (ann_node, bob_node):
            editor = SharedEditor(node, await node.dereference(reference), catalogue)
            await editor.ready()
            editors.append(editor)
        ann, bob = (make_canvas(editor) for editor in editors)
        editors[0].listen_visitors(
            lambda visitors: ann.set_cursors(
                RemoteCursor(each.name, each.colour, each.x, each.y, tuple(path[-1] for path in each.selection))
                for each in visitors
            )
        )
        bob.pointer_moved.connect(lambda at: editors[1].show((), at.x(), at.y(), bob.selected_paths()))
        CanvasDriver(ann).add("Membership", 80, 80)
        await _until(lambda: "Membership" in bob.sheet_scene.blocks)
        bob.selection.set(["Membership"])
        CanvasDriver(bob).move(QPointF(160, 90))
        await _until(lambda: [other.name for other in ann.cursors.others] == ["Bob"])
        await _until(lambda: ann.cursors.others[0].selected == ("Membership",))
        bob.do(Move((), (("Membership", 160.0, 160.0),)))
        await _until(lambda: ann.sheet_scene.blocks["Membership"].pos() == QPointF(160, 160))
        ann.commands.undo()  # only what Ann did
        await _until(lambda: not bob.view.blocks)
        for canvas in (ann, bob):
            canvas.detach()
        for editor in editors:
            editor.close()
