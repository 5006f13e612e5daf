# SPDX-License-Identifier: BSD-3-Clause
"""Seccomp: a kernel filter of the system calls of this process.

Calls that are not on the list fail with "not permitted": no sockets, no other program or process, no thread,
no change of any file, no access to other processes. A filter cannot be removed, and applies to children.
"""

import ctypes
import errno
import os
import platform

from app.runtime.sandbox.kernel import call, filter_calls
from app.runtime.sandbox.syscalls import ASKS_MORE, MACHINES, numbers_of

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER_AT, _MACHINE_AT, _ARGUMENTS_AT = 0, 4, 16
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_REFUSE, _UNKNOWN = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
_OTHER_NUMBERS = 0x40000000
"""From here on x86_64 repeats its calls under further numbers, which nobody needs."""
_SECCOMP_CALL = {"x86_64": 317, "aarch64": 277}
_ASK_WHETHER_KNOWN = 2

# fcntl: duplicate, flags of the descriptor and of the file; no signals, no locks.
_DUPLICATE_AND_FLAGS = (0, 1, 2, 3, 4, 1030)
# ioctl: blocking or not, close at exec or not, is it a terminal, how much can be read.
_BLOCKING_AND_SIZE = (0x5421, 0x5450, 0x5451, 0x5401, 0x541B)
_NAME_OF_THREAD = (15, 16)

_Instruction = tuple[int, int, int, int]


class _Filter(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("filters", ctypes.POINTER(_Filter)))


def available() -> bool:
    """Whether this kernel filters calls, on a known machine."""
    machine = platform.machine()
    if machine not in MACHINES:
        return False
    action = ctypes.c_uint32(_REFUSE & 0xFFFF0000)
    try:
        call(_SECCOMP_CALL[machine], ctypes.c_uint(_ASK_WHETHER_KNOWN), ctypes.c_uint(0), ctypes.byref(action))
    except OSError:
        return False
    return True


def refuse_calls() -> None:
    """From here on this process can make only the calls on the list."""
    instructions = program(platform.machine(), os.getpid())
    filters = (_Filter * len(instructions))(*(_Filter(*each) for each in instructions))
    filter_calls(_Program(len(instructions), filters))


def program(machine: str, own_process: int) -> list[_Instruction]:
    """Return the filter for a machine; signals may go to this process only."""
    numbers = numbers_of(machine)
    _, name = MACHINES[machine]
    written: list[_Instruction] = [
        (_LOAD, 0, 0, _MACHINE_AT),
        (_EQUAL, 1, 0, name),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_AT_LEAST, 0, 1, _OTHER_NUMBERS),
        (_RETURN, 0, 0, _REFUSE),
    ]
    for call_name, number in numbers.items():
        if call_name not in ASKS_MORE:
            written += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    # The C library then falls back to the older call, which is refused and not unknown.
    written += [(_EQUAL, 0, 1, numbers["clone3"]), (_RETURN, 0, 0, _UNKNOWN)]
    written += _only_with(numbers["fcntl"], 1, _DUPLICATE_AND_FLAGS)
    written += _only_with(numbers["ioctl"], 1, _BLOCKING_AND_SIZE)
    written += _only_with(numbers["prctl"], 0, _NAME_OF_THREAD)
    written += _only_with(numbers["prlimit64"], 0, (0,))
    written += _only_with(numbers["kill"], 0, (own_process,))
    written += _only_with(numbers["tgkill"], 0, (own_process,))
    written.append((_RETURN, 0, 0, _REFUSE))
    return written


def _only_with(number: int, argument: int, values: tuple[int, ...]) -> list[_Instruction]:
    """Allow a call when the lower half of one argument is one of these values."""
    inner: list[_Instruction] = [(_LOAD, 0, 0, _ARGUMENTS_AT + 8 * argument)]
    for value in values:
        inner += [(_EQUAL, 0, 1, value), (_RETURN, 0, 0, _ALLOW)]
    inner.append((_RETURN, 0, 0, _REFUSE))
    return [(_EQUAL, 0, len(inner), number), *inner]
