# SPDX-License-Identifier: BSD-3-Clause
"""Errors of storage."""

from app.errors import LiveObjectsError


class StorageError(LiveObjectsError):
    """An error of stored channels."""


class LogInUseError(StorageError):
    """Another process, or another part of this one, has the log open."""


class LogClosedError(StorageError):
    """The log was closed."""


class LogFullError(StorageError):
    """The disk is full; retried when there is room."""


class LogFailingError(StorageError):
    """The disk refuses to write, and not because it is full."""


class LogDamagedError(StorageError):
    """Stored data cannot be read any more."""


class NotInLogError(StorageError):
    """The position is not in the log: it is in the checkpoint, or was never appended."""


class TooLargeError(StorageError):
    """A record or a state is too large."""
