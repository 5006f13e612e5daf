# SPDX-License-Identifier: BSD-3-Clause
"""Hints for the editor of a parameter, as in `Annotated[int, Range(0, 10)]`; they never change the type."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Hint:
    """The base class of hints: (name, text) pairs, which references store with the parameter."""

    def pairs(self) -> Iterable[tuple[str, str]]:
        """The hint as (name, text) pairs."""
        return ()


@dataclass(frozen=True)
class Range(Hint):
    """A number between `low` and `high`, edited with a slider or a spin box."""

    low: float
    high: float
    step: float | None = None

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"the range from {self.low} to {self.high} is empty; swap its two ends")

    def pairs(self) -> Iterable[tuple[str, str]]:
        yield "range", f"{self.low:g}..{self.high:g}"
        if self.step is not None:
            yield "step", f"{self.step:g}"


@dataclass(frozen=True, init=False)
class Choice(Hint):
    """One of a few texts, edited with a drop-down list."""

    options: tuple[str, ...]

    def __init__(self, *options: str) -> None:
        object.__setattr__(self, "options", options)

    def pairs(self) -> Iterable[tuple[str, str]]:
        return [("choice", option) for option in self.options]


@dataclass(frozen=True)
class Colour(Hint):
    """A text `#rrggbb`, edited with a colour picker."""

    def pairs(self) -> Iterable[tuple[str, str]]:
        return [("editor", "colour")]


@dataclass(frozen=True)
class File(Hint):
    """A path, edited with a file dialogue; `filter` as in "Images (*.png *.jpg)"."""

    filter: str = ""

    def pairs(self) -> Iterable[tuple[str, str]]:
        yield "editor", "file"
        if self.filter:
            yield "filter", self.filter


@dataclass(frozen=True)
class Directory(Hint):
    """A path of a directory, edited with a dialogue."""

    def pairs(self) -> Iterable[tuple[str, str]]:
        return [("editor", "directory")]


@dataclass(frozen=True)
class Key(Hint):
    """A key, which the editor can generate at random and shows abbreviated."""

    def pairs(self) -> Iterable[tuple[str, str]]:
        return [("editor", "key")]


@dataclass(frozen=True)
class Address(Hint):
    """A network address, `host:port` or a multicast group."""

    def pairs(self) -> Iterable[tuple[str, str]]:
        return [("editor", "address")]


@dataclass(frozen=True)
class Lines(Hint):
    """A text of several lines."""

    def pairs(self) -> Iterable[tuple[str, str]]:
        return [("editor", "lines")]


@dataclass(frozen=True)
class Secret(Hint):
    """A text that the editor does not show."""

    def pairs(self) -> Iterable[tuple[str, str]]:
        return [("editor", "secret")]


@dataclass(frozen=True)
class Unit(Hint):
    """The unit of a number, shown after it: "ms", "px"."""

    name: str

    def pairs(self) -> Iterable[tuple[str, str]]:
        return [("unit", self.name)]


@dataclass(frozen=True)
class Label(Hint):
    """The label of the parameter in the editor, instead of its name."""

    text: str

    def pairs(self) -> Iterable[tuple[str, str]]:
        return [("label", self.text)]
