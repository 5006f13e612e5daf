# SPDX-License-Identifier: BSD-3-Clause
"""`ObjectReference[X]` and `ChannelReference[T, S]`: annotations of references to objects of a type."""

from typing import TYPE_CHECKING, Annotated, Generic, TypeVar

from app.runtime.library.named_types import OfType
from app.runtime.library.objects import object_type_of
from app.runtime.library.standard_types import CheckpointedChannel
from app.runtime.references import Primitive, Reference
from app.runtime.types import ReferenceTo

if TYPE_CHECKING:
    _Object = TypeVar("_Object")
    _Value = TypeVar("_Value")
    _State = TypeVar("_State")

    class _Promise(Primitive, Generic[_Object]):
        """Carries the object's type for static checkers; does not exist at run time."""

    ObjectReference = Reference | _Promise[_Object]
    ChannelReference = Reference | _Promise[CheckpointedChannel[_Value, _State]]
else:

    class ObjectReference:
        """Annotates a reference to an object; `X` is a decorated class, or a type in the notation."""

        def __class_getitem__(cls, wanted: object) -> object:
            if isinstance(wanted, str):
                return Annotated[Reference, OfType(f"reference[{wanted}]")]
            return Annotated[Reference, ReferenceTo(object_type_of(wanted))]

    class ChannelReference:
        """Annotates a reference to a checkpointed channel of messages and a state."""

        def __class_getitem__(cls, wanted: object) -> object:
            return ObjectReference[CheckpointedChannel[wanted]]
