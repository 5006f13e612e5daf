"""The standard object types as classes, for annotations: `ObjectReference[Channel[str]]`."""

from typing import Generic, TypeVar

_Value = TypeVar("_Value")
_State = TypeVar("_State")
_Object = TypeVar("_Object")


class StandardType:
    """Stands for the standard type of the same name as its class; there are no instances."""


class Object(StandardType):
    """Any object at all."""


class Folder(StandardType, Generic[_Object]):
    """Objects by name."""


class Channel(StandardType, Generic[_Value]):
    """What one sends, all receive."""


class ReliableChannel(StandardType, Generic[_Value]):
    """A channel on which nothing is lost and all receive in the same order."""


class CheckpointedChannel(StandardType, Generic[_Value, _State]):
    """A channel that gives newcomers the state so far."""


class Membership(StandardType):
    """Who takes part, as a numbered sequence of views."""


class Hosting(StandardType):
    """Starts, stops and moves objects on other computers."""
