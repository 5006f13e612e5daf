# SPDX-License-Identifier: BSD-3-Clause
"""Sources of small objects, written into folders by the tests."""

from pathlib import Path

from app.runtime.library import Definition
from app.runtime.library.library_scan import Scan, definitions_of
from app.runtime.library.modules import Package

COUNTER = '''
from typing import Annotated

from app.runtime.library import Endpoint, Range, live_object


@live_object("000000000000000000000000000000a1", name="Counter", version=1)
class Counter:
    """Counts."""

    counter = Endpoint()

    def __init__(self, step: Annotated[int, Range(1, 9)] = 1) -> None:
        self.step = step

    @counter.incoming
    def add(self, amount: int) -> None:
        """Add."""

    @counter.outgoing
    def value(self, total: int) -> None:
        """Show."""
'''


def write_object(folder: Path, proxy: str, view: str | None = None, icon: str | None = None) -> None:
    """Write an object's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "proxy.py").write_text(proxy)
    if view is not None:
        (folder / "view.py").write_text(view)
    if icon is not None:
        (folder / "icon.svg").write_text(icon)


class InThisProcess:
    """Confines nothing: sandboxes have tests of their own."""

    def definitions_of(self, offer: Scan, package: Package, library: str) -> tuple[Definition, ...]:
        return definitions_of(offer, package, library)
