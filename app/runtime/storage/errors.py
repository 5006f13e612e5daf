"""The errors of the store: each says what is wrong and what to do about it, in one line."""

from app.errors import LiveObjectsError


class StorageError(LiveObjectsError):
    """Something about stored channels that the user can act on."""


class LogInUseError(StorageError):
    """Another process, or another part of this one, has the log open."""


class LogClosedError(StorageError):
    """The log was closed."""


class LogFullError(StorageError):
    """There is no room for what was to be written; it may be tried again when there is."""


class LogFailingError(StorageError):
    """The disk refuses what was to be written, and not because it is full."""


class LogDamagedError(StorageError):
    """What was asked for was stored once and cannot be read any more."""


class NotInLogError(StorageError):
    """What was asked for is not in the log: it is in the checkpoint already, or was never appended."""


class TooLargeError(StorageError):
    """A record or a state is larger than the store takes."""
