# SPDX-License-Identifier: BSD-3-Clause
"""Wrappers of lists and maps."""

import collections.abc
from collections.abc import Callable
from typing import Any, get_origin

from app.runtime.library.errors import DeclarationError
from app.runtime.library.wrappers import Convert, Wrapper, annotation_text, unchanged
from app.runtime.types import BOOL, BYTES, FLOAT, INT, TEXT, TIMESTAMP, UUID, ListOf, MapOf, Variable

# The constructor of the annotated container, and the classes of its values.
_LISTS: dict[object, tuple[Callable[[Any], object], tuple[type, ...]]] = {
    list: (list, (list,)),
    tuple: (tuple, (tuple,)),
    set: (set, (set,)),
    frozenset: (frozenset, (frozenset,)),
    collections.abc.Sequence: (list, (list, tuple)),
    collections.abc.Collection: (list, (list, tuple, set, frozenset)),
}
_MAPS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
_KEYS = (BOOL, INT, FLOAT, TEXT, BYTES, TIMESTAMP, UUID)


def is_list_class(origin: object) -> bool:
    """Whether values of the class travel as lists."""
    return origin in _LISTS


def is_map_class(origin: object) -> bool:
    """Whether values of the class travel as maps."""
    return origin in _MAPS


def list_wrapper(annotation: object, item: Wrapper) -> Wrapper:
    """The wrapper of a container of items."""
    origin = get_origin(annotation) or annotation
    make, classes = _LISTS[origin]
    return Wrapper(
        annotation,
        ListOf(item.sent),
        ListOf(item.accepted),
        unchanged if origin is list and item.lower is unchanged else _each(item.lower, list),
        unchanged if make is list and item.lift is unchanged else _each(item.lift, make),
        classes,
        item.holds_anything,
    )


def map_wrapper(annotation: object, key: Wrapper, value: Wrapper) -> Wrapper:
    """The wrapper of a dictionary."""
    if key.sent not in _KEYS and not isinstance(key.sent, Variable):
        raise DeclarationError(
            f"the keys of {annotation_text(annotation)} have parts", "use keys of type str, int or UUID"
        )
    return Wrapper(
        annotation,
        MapOf(key.sent, value.sent),
        MapOf(key.accepted, value.accepted),
        _each_value(value.lower),
        _each_value(value.lift),
        (dict,),
        value.holds_anything,
    )


def _each(convert: Convert, make: Convert) -> Convert:
    if convert is unchanged:
        return make
    return lambda values: make([convert(value) for value in values])


def _each_value(convert: Convert) -> Convert:
    if convert is unchanged:
        return unchanged
    return lambda values: {key: convert(value) for key, value in values.items()}
