# SPDX-License-Identifier: BSD-3-Clause
"""The formalisms that are known on this computer."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from app.runtime.types.core import TypeModelError, clean_name

from .base import Formalism
from .cardinality import Cardinality
from .merging import Merging
from .precedence import Precedence
from .reliability import Reliability
from .security import Security
from .timing import Timing

_states = itertools.count()


class Formalisms:
    """A table of formalisms by id; `state` changes with the table."""

    def __init__(self, formalisms: Iterable[Formalism] | None = None) -> None:
        self._known: dict[str, Formalism] = {}
        self.state = next(_states)
        for formalism in built_in() if formalisms is None else formalisms:
            self.add(formalism)

    def add(self, formalism: Formalism) -> None:
        """Add a formalism; ids are unique."""
        name = clean_name(formalism.id, "a formalism")
        if name in self._known:
            raise TypeModelError(f"there is a formalism {name!r} already; give this one its own id")
        self._known[name] = formalism
        self.state = next(_states)

    def find(self, formalism_id: str) -> Formalism | None:
        """Return the formalism with that id, or None."""
        return self._known.get(formalism_id)

    def __iter__(self) -> Iterator[Formalism]:
        return iter(self._known.values())


def built_in() -> list[Formalism]:
    """Return the six built-in formalisms."""
    return [Reliability(), Cardinality(), Precedence(), Timing(), Security(), Merging()]


STANDARD_FORMALISMS = Formalisms()
"""The default table of the relations."""
