# SPDX-License-Identifier: BSD-3-Clause
"""From a Python annotation to its wrapper: what can travel in an event, and as which structural type."""

import typing
from datetime import datetime
from types import UnionType
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin
from uuid import UUID

from app.runtime.library.containers import is_list_class, is_map_class, list_wrapper, map_wrapper
from app.runtime.library.errors import DeclarationError
from app.runtime.library.named_types import OfType
from app.runtime.library.plain_values import lowering_of_anything, refuse_class
from app.runtime.library.records import is_record_class, record_wrapper
from app.runtime.library.unions import union_wrapper
from app.runtime.library.wrappers import Wrapper, annotation_text
from app.runtime.references import Reference
from app.runtime.types import (
    ANYTHING,
    BOOL,
    BYTES,
    FLOAT,
    INT,
    NULL,
    TEXT,
    TIMESTAMP,
    Scalar,
    TypeModelError,
    ValueType,
    Variable,
)
from app.runtime.types import UUID as UUID_TYPE

_SCALARS: dict[object, tuple[Scalar, tuple[type, ...]]] = {
    None: (NULL, (type(None),)),
    type(None): (NULL, (type(None),)),
    bool: (BOOL, (bool,)),
    int: (INT, (int,)),
    float: (FLOAT, (float, int)),
    str: (TEXT, (str,)),
    bytes: (BYTES, (bytes,)),
    datetime: (TIMESTAMP, (datetime,)),
    UUID: (UUID_TYPE, (UUID,)),
}
_ADVICE = "use int, float, str, bytes, bool, datetime, UUID, list, dict, a dataclass, a union of these, or Any"

_made: dict[object, Wrapper] = {}


def wrapper_of(annotation: object) -> Wrapper:
    """Return the wrapper of an annotation, made at the first call in this process."""
    return _Maker().of(annotation)


def count_wrappers() -> int:
    """Return how many wrappers this process has made."""
    return len(_made)


class _Maker:
    """Makes one wrapper recursively; detects a class that contains itself."""

    def __init__(self) -> None:
        self._under_way: list[object] = []

    def of(self, annotation: object) -> Wrapper:
        if get_origin(annotation) is Annotated:
            return self._annotated(annotation)
        made = _made.get(annotation)
        if made is None:
            if annotation in self._under_way:
                raise DeclarationError(
                    f"{annotation_text(annotation)} contains itself, and no type is endless",
                    "use Any for the inner part",
                )
            self._under_way.append(annotation)
            made = _made[annotation] = self._make(annotation)
            self._under_way.pop()
        return made

    def _make(self, annotation: object) -> Wrapper:
        try:
            return self._simple(annotation) or self._compound(annotation)
        except TypeModelError as error:
            raise DeclarationError(f"{annotation_text(annotation)} is no type: {error}", "make it simpler") from None

    def _simple(self, annotation: object) -> Wrapper | None:
        if annotation in _SCALARS:
            scalar, classes = _SCALARS[annotation]
            return Wrapper(annotation, scalar, scalar, classes=classes)
        if annotation in (Any, object):
            return Wrapper(annotation, ANYTHING, ANYTHING, _lower_anything, holds_anything=True)
        if isinstance(annotation, TypeVar):
            variable = Variable(annotation.__name__)
            return Wrapper(annotation, variable, variable)
        if annotation == Reference:
            return self.of(Annotated[Reference, OfType("reference[Object]")])
        return None

    def _compound(self, annotation: object) -> Wrapper:
        origin = get_origin(annotation) or annotation
        arguments = get_args(annotation)
        if origin in (typing.Union, UnionType):
            return union_wrapper(annotation, [self.of(option) for option in arguments])
        if origin is tuple and arguments[1:] != (...,):
            raise DeclarationError(
                f"{annotation_text(annotation)} has parts without names",
                "use tuple[X, ...] for a list, or a NamedTuple",
            )
        if is_list_class(origin):
            return list_wrapper(annotation, self.of(arguments[0] if arguments else Any))
        if is_map_class(origin):
            key, value = arguments or (str, Any)
            return map_wrapper(annotation, self.of(key), self.of(value))
        if is_record_class(origin):
            return record_wrapper(annotation, self.of)
        raise DeclarationError(f"{annotation_text(annotation)} cannot be sent", _ADVICE)

    def _annotated(self, annotation: object) -> Wrapper:
        """Hints change nothing; a structural type beside the class is the type of plain values."""
        bare, *remarks = get_args(annotation)
        for remark in remarks:
            if isinstance(remark, ValueType | OfType):
                fixed = remark.resolve() if isinstance(remark, OfType) else remark
                classes = cast(tuple[type, ...], get_args(bare) or (bare,))
                # The metadata of an annotation may be unhashable; the type in it is not.
                key = (bare, fixed)
                return _made.setdefault(key, Wrapper(key, fixed, fixed, classes=classes))
        return self.of(bare)


def _lower_record(value: object) -> object:
    if not is_record_class(type(value)):
        raise refuse_class(value)
    return wrapper_of(type(value)).lower(value)


_lower_anything = lowering_of_anything(_lower_record)
