# SPDX-License-Identifier: BSD-3-Clause
"""Highlights of ports while a wire is drawn, computed for visible ports only."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from app.runtime.references import EndpointPath
from app.ui.composer.model.compatibility import Fit


class Highlight(Enum):
    """The highlight of a port while a wire is drawn."""

    PLAIN = "plain"
    SOURCE = "source"
    FITS = "fits"
    MENDABLE = "mendable"
    DIM = "dim"


class PortHighlights:
    """Compatibility of ports with the wire from `source`, cached."""

    def __init__(self, source: EndpointPath, fit: Callable[[EndpointPath], Fit]) -> None:
        self.source = source
        self._fit = fit
        self._known: dict[tuple[str, str], Fit] = {}

    def fit(self, block: str, port: str) -> Fit:
        """Whether a wire to that port is valid, and why not."""
        key = (block, port)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._fit(EndpointPath(block, port))
        return found

    def highlight(self, block: str, port: str) -> Highlight:
        """The highlight of a port."""
        if (block, port) == (self.source.component, self.source.endpoint):
            return Highlight.SOURCE
        fit = self.fit(block, port)
        if fit.holds:
            return Highlight.FITS
        return Highlight.MENDABLE if fit.offers else Highlight.DIM
