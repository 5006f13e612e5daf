"""What the static checker must know about installed objects; the library implements it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from app.runtime.types import ObjectType, TemplateType, TypeNames


class Definition(Protocol):
    """An installed object or template, as far as references are concerned."""

    @property
    def id(self) -> int:
        """The 128-bit id."""

    @property
    def version(self) -> int:
        """The version that is installed."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def description(self) -> str:
        """One or two sentences for people."""

    @property
    def type(self) -> ObjectType | TemplateType:
        """What it is, or what it becomes when its parameters are assigned."""


class Catalogue(Protocol):
    """The installed definitions."""

    @property
    def names(self) -> TypeNames:
        """The named types that references may use."""

    def definition(self, identifier: int, version: int = 0, /) -> Definition | None:
        """Exactly this version if it is installed, else the lowest higher one, else nothing."""

    def adapters(self) -> Sequence[Definition]:
        """The installed objects and templates that can stand between two endpoints."""
