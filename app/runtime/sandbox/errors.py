# SPDX-License-Identifier: BSD-3-Clause
"""Errors of the sandbox."""

from app.runtime.activation.errors import ActivationError


class SandboxError(ActivationError):
    """Foreign code cannot run in its sandbox, or was stopped."""


class ConfinementError(SandboxError):
    """This machine cannot confine code, so the code does not run."""
