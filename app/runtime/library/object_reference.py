"""`ObjectReference[X]`: the annotation of a reference to an object of a type."""

from typing import TYPE_CHECKING, Annotated, Generic, TypeVar

from app.runtime.library.named_types import OfType
from app.runtime.library.objects import object_type_of
from app.runtime.references import Primitive, Reference
from app.runtime.types import ReferenceTo

if TYPE_CHECKING:
    _Object = TypeVar("_Object")

    class _Promise(Primitive, Generic[_Object]):
        """Carries the object's type for static checkers; does not exist at run time."""

    ObjectReference = Reference | _Promise[_Object]
else:

    class ObjectReference:
        """Annotates a reference to an object; `X` is a decorated class, or a type in the notation."""

        def __class_getitem__(cls, wanted: object) -> object:
            if isinstance(wanted, str):
                return Annotated[Reference, OfType(f"reference[{wanted}]")]
            return Annotated[Reference, ReferenceTo(object_type_of(wanted))]
