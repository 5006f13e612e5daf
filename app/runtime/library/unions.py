# SPDX-License-Identifier: BSD-3-Clause
"""Wrappers of unions: the class of a value selects the option when sent, its structure when received."""

from itertools import combinations
from typing import Any

from app.runtime.library.errors import DeclarationError, ValueRefusedError
from app.runtime.library.validation import fits, plain_classes
from app.runtime.library.wrappers import Convert, Wrapper, annotation_text, unchanged
from app.runtime.types import union_of


def union_wrapper(annotation: object, options: list[Wrapper]) -> Wrapper:
    """The wrapper of a union of other wrapped types."""
    _refuse_ambiguous(annotation, options)
    return Wrapper(
        annotation,
        union_of(*(option.sent for option in options)),
        union_of(*(option.accepted for option in options)),
        _lower(options),
        _lift(options),
        tuple(each for option in options for each in option.classes),
        any(option.holds_anything for option in options),
    )


def _lower(options: list[Wrapper]) -> Convert:
    if all(option.lower is unchanged for option in options):
        return unchanged

    def lower(value: Any) -> object:
        fitting = [option for option in options if isinstance(value, option.classes)]
        exact = [option for option in fitting if type(value) in option.classes]
        for option in exact or fitting:
            return option.lower(value)
        raise ValueRefusedError(
            f"a value of class {annotation_text(type(value))} is none of those declared", "send one of them"
        )

    return lower


def _lift(options: list[Wrapper]) -> Convert:
    if all(option.lift is unchanged for option in options):
        return unchanged
    by_class = [(option, plain_classes(option.accepted)) for option in options]

    def lift(value: Any) -> object:
        possible = [option for option, classes in by_class if isinstance(value, classes)]
        if len(possible) == 1:
            return possible[0].lift(value)
        for option in possible:
            if fits(option.accepted, value):
                return option.lift(value)
        raise ValueRefusedError("a value is none of the options that were declared", "send one of them")

    return lift


def _refuse_ambiguous(annotation: object, options: list[Wrapper]) -> None:
    """Refuse two options whose values have the same Python class."""
    for one, other in combinations(options, 2):
        if one.lower is not other.lower and set(one.classes) & set(other.classes):
            raise DeclarationError(
                f"in {annotation_text(annotation)} nobody can tell {annotation_text(one.annotation)} from "
                f"{annotation_text(other.annotation)}",
                "put each in a dataclass of its own",
            )
