# SPDX-License-Identifier: BSD-3-Clause
"""Enables the actions that apply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ui.composer.canvas.translation import tr
from app.ui.translations import translated

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas


def update_actions(canvas: Canvas) -> None:
    """Update the enabled state of the actions and the undo labels."""
    selection = canvas.selection
    actions = getattr(canvas, "actions_by_name", None)
    if actions is None:
        return
    writable = not canvas.editor.read_only
    blocks = selection.blocks
    can = {
        "undo": writable and bool(canvas.editor.undo_label),
        "redo": writable and bool(canvas.editor.redo_label),
        "cut": writable and bool(blocks),
        "copy": bool(blocks),
        "paste": writable,
        "duplicate": writable and bool(blocks),
        "delete": writable and bool(selection),
        "group": writable and bool(blocks),
        "ungroup": writable and any(canvas.view.blocks[name].kind == "composite" for name in blocks),
        "enter": bool(blocks),
        "leave": bool(canvas.sheet),
        "rename": writable and len(selection) == 1 and not selection.wires,
        "collapse": writable and bool(blocks),
        "draw-wire": writable and bool(blocks),
        "export-port": writable and bool(blocks),
        "straighten": writable and bool(selection.wires),
        "zoom-selection": bool(selection),
    }
    for name, possible in can.items():
        actions[name].setEnabled(possible)
    for name, action in actions.items():
        if name.startswith("align-"):
            action.setEnabled(writable and len(blocks) > 1)
        elif name.startswith("distribute-"):
            action.setEnabled(writable and len(blocks) > 2)
    actions["undo"].setText(_with_label(tr("Undo"), canvas.editor.undo_label))
    actions["redo"].setText(_with_label(tr("Redo"), canvas.editor.redo_label))


def _with_label(verb: str, label: str) -> str:
    return f"{verb}: {translated(label)}".replace("&", "&&") if label else verb
