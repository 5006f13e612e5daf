# SPDX-License-Identifier: BSD-3-Clause
"""Suggests palette entries that fit a port."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.runtime.references import EndpointPath, LiveObjectFileError
from app.runtime.types import EndpointType, match
from app.ui.composer.model.edits import EditError
from app.ui.composer.model.palette import Entry
from app.ui.composer.model.sheet_view import types_of

if TYPE_CHECKING:
    from app.ui.composer.canvas.canvas import Canvas


def fitting_titles(canvas: Canvas, port: EndpointPath, entries: Iterable[Entry]) -> set[str]:
    """The titles of entries with a port that fits a wire from this port."""
    block = canvas.view.blocks.get(port.component)
    own = None if block is None else block.port(port.endpoint)
    if own is None or not isinstance(own.type, EndpointType):
        return set()
    types = types_of(canvas.catalogue)
    fitting = set()
    for entry in entries:
        with contextlib.suppress(EditError, LiveObjectFileError, OSError):
            typing = types.typing(entry.make().reference)
            terms = [term for _, term in types.ports(typing) if isinstance(term, EndpointType)]
            if any(match(own.type, term).holds for term in terms):
                fitting.add(entry.title)
    return fitting
