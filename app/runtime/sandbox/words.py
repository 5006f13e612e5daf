"""How a sandbox ended, in words."""

import signal

from app.runtime.activation.errors import LostPeerError, RemoteError, SilentPeerError
from app.runtime.activation.lifetime import Failure
from app.runtime.sandbox.confinement import MEMORY

NOT_CONFINED, OUT_OF_MEMORY, SENT_TOO_MUCH = 81, 82, 83
"""How the process of a sandbox ends when it knows why."""
TELL_ITS_MAKER = "the rest goes on; open it again, or tell whoever made it"

_SIGNALS = {
    signal.SIGSEGV: "its code crashed: it used memory that is not there",
    signal.SIGBUS: "its code crashed: it used memory that is not there",
    signal.SIGABRT: "its code crashed",
    signal.SIGILL: "its code crashed",
    signal.SIGFPE: "its code crashed in a calculation",
    signal.SIGSYS: "its code was stopped: it wanted something from the system that no code here may",
    signal.SIGXFSZ: "its code was stopped: it wanted to write a file",
    signal.SIGKILL: "its process was killed, perhaps because the computer ran out of memory",
}


def out_of_memory() -> str:
    """The code wanted more than it may have."""
    return f"its code wanted more than the {MEMORY // 1024**2} MB of memory that it may have"


def how_it_ended(code: int | None, failure: Failure | None, patience: float) -> str:
    """Why a sandbox is over: its exit code, None while it still runs, and what went wrong with its door."""
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
    if code < 0:
        return _SIGNALS.get(signal.Signals(-code), f"its process was ended by {signal.Signals(-code).name}")
    return f"its code ended its own process (with code {code})"
