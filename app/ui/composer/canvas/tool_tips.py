# SPDX-License-Identifier: BSD-3-Clause
"""Tool tips of the canvas."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from app.ui.composer.canvas.input_controller import REACH
from app.ui.composer.canvas.translation import tr
from app.ui.composer.canvas.wire_sentence import wire_sentence
from app.ui.composer.model.sheet_view import Block, Port
from app.ui.translations import translated

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas


def tip_at(canvas: Canvas, point: QPointF) -> str:
    """The tool tip at a point; texts from files are escaped."""
    hit = canvas.sheet_scene.hit(point, REACH / canvas.sheet_scene.scale)
    if hit.block is not None and hit.port is not None:
        return _shown(*port_lines(hit.port.port))
    if hit.block is not None and hit.slot is not None:
        slot = hit.slot.slot
        what = translated(slot.embedded.title) if slot.embedded is not None else tr("empty")
        return _shown(translated(slot.label), what, tr("wants {what}").format(what=translated(slot.words)))
    if hit.block is not None:
        return _shown(*block_lines(hit.block.block), *map(translated, hit.block.problems))
    if hit.wire is not None:
        first, second = hit.wire
        failure = canvas.sheet_scene.wires.failures.get(hit.wire, "")
        return _shown(
            wire_sentence(canvas.view, first, second),
            f"{first.component} · {first.endpoint} — {second.component} · {second.endpoint}",
            translated(failure),
        )
    return ""


def port_lines(port: Port) -> list[str]:
    """The lines that describe a port."""
    words = [port.name, translated(port.family.words), translated(port.words)]
    if port.exported_as:
        words.append(tr("shown outside as {name}").format(name=port.exported_as))
    words += [tr("wired to {block} · {port}").format(block=end.component, port=end.endpoint) for end in port.wires]
    return words


def block_lines(block: Block) -> list[str]:
    """The lines that describe a block."""
    return [block.name, translated(block.title), translated(block.description)]


def _shown(*lines: str) -> str:
    """Lines as HTML with a bold first line; texts are escaped."""
    first, *rest = list(dict.fromkeys(line for line in lines if line)) or [""]
    escaped = "<br>".join(html.escape(line) for line in rest)
    return f"<div style='max-width: 360px'><b>{html.escape(first)}</b><br>{escaped}</div>" if first else ""
