# SPDX-License-Identifier: BSD-3-Clause
"""Why a sandbox ended, in plain words."""

import signal

from app.runtime.activation.errors import LostPeerError, RemoteError, SilentPeerError
from app.runtime.activation.lifetime import Failure
from app.runtime.sandbox.confinement import MEMORY

NOT_CONFINED, OUT_OF_MEMORY, SENT_TOO_MUCH = 81, 82, 83
"""Exit codes of a sandbox that knows why it ends."""
_BY_SIGNAL = 128
REPORT_TO_AUTHOR = "the rest goes on; open it again, or tell whoever made it"

_SIGNALS = {
    "SIGSEGV": "its code crashed: it used memory that is not there",
    "SIGBUS": "its code crashed: it used memory that is not there",
    "SIGABRT": "its code crashed",
    "SIGILL": "its code crashed",
    "SIGFPE": "its code crashed in a calculation",
    "SIGSYS": "its code was stopped: it wanted something from the system that no code here may",
    "SIGXFSZ": "its code was stopped: it wanted to write a file",
    "SIGKILL": "its process was killed, perhaps because the computer ran out of memory",
}


def out_of_memory() -> str:
    """Return the reason of code that exceeded its memory."""
    return f"its code wanted more than the {MEMORY // 1024**2} MB of memory that it may have"


def exit_reason(code: int | None, failure: Failure | None, patience: float) -> str:
    """Return why a sandbox ended, from its exit code (None while running) and its session's failure."""
    error = None if failure is None else failure.error
    if isinstance(error, SilentPeerError):
        return f"its code did not come to an end within {patience:g} s, and was stopped"
    if isinstance(error, RemoteError) and not isinstance(error, LostPeerError):
        return f"its process was stopped: {error.what}"
    if code is None:
        return "its process closed the door, and was stopped"
    if code == OUT_OF_MEMORY:
        return out_of_memory()
    if code == SENT_TOO_MUCH:
        return "its code was stopped: it sent more than could be read"
    name = _signal_in(code)
    if name:
        return _SIGNALS.get(name, f"its process was ended by {name}")
    return f"its code ended its own process (with code {code})"


def _signal_in(code: int) -> str:
    """Return the signal that ended a process, from the exit code of Python or of a wrapper."""
    number = -code if code < 0 else code - _BY_SIGNAL
    return signal.Signals(number).name if number in set(signal.Signals) else ""
