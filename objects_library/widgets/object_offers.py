# SPDX-License-Identifier: BSD-3-Clause
"""The objects that a person can add to a page; the program that shows the page says which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QIcon

    from app.runtime.references import Document


@dataclass(frozen=True)
class ObjectOffer:
    """An object to add; `make` returns a new one each time, which nobody has opened yet."""

    title: str
    description: str
    keywords: str
    """Further words that a search finds, such as the name in English."""
    make: Callable[[], Document] = field(compare=False, repr=False)
    icon: Callable[[], QIcon] = field(compare=False, repr=False)


_sources: list[Callable[[], list[ObjectOffer]]] = []


def set_offers(source: Callable[[], list[ObjectOffer]] | None) -> None:
    """Set where the offers come from, in the order in which people see them; None removes them."""
    _sources[:] = [] if source is None else [source]


def offers() -> list[ObjectOffer]:
    """All objects to add; none where no program offers any."""
    return _sources[0]() if _sources else []


def matching(found: list[ObjectOffer], words: str) -> list[ObjectOffer]:
    """The offers with all words; those whose title has them come first."""
    wanted = words.casefold().split()
    ranked = []
    for number, offer in enumerate(found):
        title = offer.title.casefold()
        text = f"{title} {offer.keywords} {offer.description}".casefold()
        if all(word in text for word in wanted):
            starts = all(any(part.startswith(word) for part in title.split()) for word in wanted)
            inside = all(word in title for word in wanted)
            ranked.append((not starts, not inside, number, offer))
    return [offer for *_, offer in sorted(ranked, key=lambda each: each[:3])]
