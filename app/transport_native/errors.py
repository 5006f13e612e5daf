# SPDX-License-Identifier: BSD-3-Clause
"""Exceptions of the engine; each message says what to do."""

from __future__ import annotations


class EngineError(Exception):
    """Base class of all failures of the engine; the message is one line."""


class EngineNotBuiltError(EngineError):
    """The C part is not compiled on this machine."""


class SendBufferFullError(EngineError):
    """The engine cannot take more messages now; `await group.room()`, or use `await group.put(...)`."""


class MessageTooLargeError(EngineError):
    """A message is over 64 MiB."""


class ScopeFailedError(EngineError):
    """The scope cannot be used here."""


class ClosedError(EngineError):
    """The engine, scope or group was closed."""
