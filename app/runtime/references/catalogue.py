# SPDX-License-Identifier: BSD-3-Clause
"""The interface of installed definitions for the static checker; the library implements it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from app.runtime.types import ObjectType, TemplateType, TypeNames


class Definition(Protocol):
    """An installed object or template, as references see it."""

    @property
    def id(self) -> int:
        """The 128-bit id."""

    @property
    def version(self) -> int:
        """The installed version."""

    @property
    def name(self) -> str:
        """The name for people."""

    @property
    def description(self) -> str:
        """One or two sentences for people."""

    @property
    def type(self) -> ObjectType | TemplateType:
        """Its type, or the template type before its parameters are assigned."""


class Catalogue(Protocol):
    """The installed definitions."""

    @property
    def names(self) -> TypeNames:
        """The named types that references may use."""

    def definition(self, identifier: int, version: int = 0, /) -> Definition | None:
        """Return exactly this version, else the lowest higher one, else None."""

    def adapters(self) -> Sequence[Definition]:
        """Return the installed objects and templates that can stand between two endpoints."""
