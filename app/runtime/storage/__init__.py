# SPDX-License-Identifier: BSD-3-Clause
"""Storage: the logs of durable channels on disk."""

from app.runtime.storage.channel_log import ChannelLog, Chunks
from app.runtime.storage.errors import (
    LogClosedError,
    LogDamagedError,
    LogFailingError,
    LogFullError,
    LogInUseError,
    NotInLogError,
    StorageError,
    TooLargeError,
)
from app.runtime.storage.file_names import channel_directory
from app.runtime.storage.log_reader import Record
from app.runtime.storage.log_state import Condition, Damage, LogState

__all__ = [
    "ChannelLog",
    "Chunks",
    "Condition",
    "Damage",
    "LogClosedError",
    "LogDamagedError",
    "LogFailingError",
    "LogFullError",
    "LogInUseError",
    "LogState",
    "NotInLogError",
    "Record",
    "StorageError",
    "TooLargeError",
    "channel_directory",
]
