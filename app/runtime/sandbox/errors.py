"""The errors of the sandbox: each says what is wrong and what to do about it, in one line."""

from app.runtime.activation.errors import ActivationError


class SandboxError(ActivationError):
    """Code from elsewhere cannot run in its sandbox, or could not go on."""


class ConfinementError(SandboxError):
    """This machine has nothing that would confine code; so the code does not run."""
