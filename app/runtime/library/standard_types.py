# SPDX-License-Identifier: BSD-3-Clause
"""The standard object types as classes, for annotations: `ObjectReference[Channel[str]]`."""

from typing import Generic, TypeVar

_Value = TypeVar("_Value")
_State = TypeVar("_State")
_Object = TypeVar("_Object")


class StandardType:
    """Stands for the standard type of the same name as its class; there are no instances."""


class Object(StandardType):
    """Any object."""


class Folder(StandardType, Generic[_Object]):
    """A collection of objects by name."""


class Channel(StandardType, Generic[_Value]):
    """A channel: what one member sends, all members receive."""


class ReliableChannel(StandardType, Generic[_Value]):
    """A channel that loses nothing and delivers to all members in the same order."""


class CheckpointedChannel(StandardType, Generic[_Value, _State]):
    """A channel that transfers the state so far to members that join."""


class AgreedChannel(StandardType, Generic[_Value, _State]):
    """A checkpointed channel whose order a majority agrees on, for locks, leaders and transactions."""


class Membership(StandardType):
    """The members of a group, as a numbered sequence of views."""


class Hosting(StandardType):
    """Starts, stops and moves objects on other computers."""
