# SPDX-License-Identifier: BSD-3-Clause
"""The problems that a static check finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from app.runtime.references.model import Path
from app.runtime.types import AdapterOffer

ProblemKind: TypeAlias = Literal[
    "missing",  # a primitive that is not installed here
    "type",  # a type that cannot be read
    "cast",  # an object that is not of the type it is cast to
    "template",  # a template where an object is needed, or the other way round
    "parameter",  # a parameter that is unknown, or missing
    "argument",  # an argument that does not fit
    "component",  # a component that does not exist
    "endpoint",  # an endpoint that does not exist
    "connection",  # two endpoints that do not match
    "double",  # an endpoint that is used more than once
    "unconnected",  # an endpoint with requirements that is not connected
    "external",  # a folder that is not one
    "cycle",  # a registry entry that leads back to itself
]


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of a reference, in plain words, with its position."""

    path: Path
    line: int | None
    message: str
    kind: ProblemKind
    offers: tuple[AdapterOffer, ...] = ()
