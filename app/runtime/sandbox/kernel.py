# SPDX-License-Identifier: BSD-3-Clause
"""System calls that confine this process and have no Python function."""

import ctypes
import functools
import os
import platform

_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _PR_SET_DUMPABLE = 1, 38, 22, 4
_SECCOMP_MODE_FILTER = 2
_CLONE_NEWUTS, _CLONE_NEWIPC, _CLONE_NEWUSER, _CLONE_NEWNET = 0x04000000, 0x08000000, 0x10000000, 0x40000000
_CAPSET = {"x86_64": 126, "aarch64": 91}
_CAPABILITY_VERSION = 0x20080522


def call(number: int, *arguments: object) -> int:
    """Make a system call by its number; an OSError if the kernel refuses."""
    return _checked(_libc().syscall(ctypes.c_long(number), *arguments))


def end_with_parent(signal_number: int) -> None:
    """End this process with its parent, however that ends."""
    _prctl(_PR_SET_PDEATHSIG, signal_number)


def gain_no_rights() -> None:
    """Set no_new_privs, which filters need."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def hide_memory() -> None:
    """Let no process of the same user read this one's memory."""
    _prctl(_PR_SET_DUMPABLE, 0)


def give_up_capabilities() -> None:
    """Drop all capabilities, also when running as root."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    none = (ctypes.c_uint32 * 6)()
    call(_CAPSET[platform.machine()], ctypes.byref(header), ctypes.byref(none))


def filter_calls(program: ctypes.Structure) -> None:
    """Install a system call filter, irrevocably."""
    _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program))


def leave_networks() -> bool:
    """Enter user and network namespaces of its own; False where users may not."""
    wanted = _CLONE_NEWUSER | _CLONE_NEWNET | _CLONE_NEWIPC | _CLONE_NEWUTS
    try:
        _checked(_libc().unshare(ctypes.c_int(wanted)))
    except OSError:
        return False
    return True


@functools.cache
def _libc() -> ctypes.CDLL:
    """Return the C library of Linux."""
    return ctypes.CDLL(None, use_errno=True)


def _prctl(option: int, *arguments: object) -> None:
    given = [ctypes.c_ulong(each) if isinstance(each, int) else each for each in arguments]
    given += [ctypes.c_ulong(0)] * (4 - len(given))
    _checked(_libc().prctl(ctypes.c_int(option), *given))


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
