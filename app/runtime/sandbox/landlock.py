# SPDX-License-Identifier: BSD-3-Clause
"""Landlock: a process gives up the file system, except named paths."""

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path

from app.runtime.sandbox.kernel import call

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_FOR_VERSION = 1
_PATH_BENEATH = 1
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
# How many rights each version knows; all are given up, two are given back for some paths.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
_NEWEST_FILE_RIGHTS = 16
_BIND_AND_CONNECT = 0b11
_SIGNALS_AND_ABSTRACT_SOCKETS = 0b11


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """Return the version of Landlock in this kernel; 0 is none."""
    try:
        return call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_ASK_FOR_VERSION))
    except OSError:
        return 0


def give_up_files(readable: Iterable[Path]) -> None:
    """From here on this process can only read these paths and below."""
    known = version()
    rules = _Ruleset((1 << _FILE_RIGHTS.get(known, _NEWEST_FILE_RIGHTS)) - 1, 0, 0)
    size = 8
    if known >= 4:
        rules.network, size = _BIND_AND_CONNECT, 16
    if known >= 6:
        rules.scoped, size = _SIGNALS_AND_ABSTRACT_SOCKETS, 24
    ruleset = call(_CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for path in readable:
            _allow_reading(ruleset, path)
        call(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def _allow_reading(ruleset: int, path: Path) -> None:
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        rights = _READ_FILE | (_READ_DIR if path.is_dir() else 0)
        rule = _Beneath(rights, parent)
        call(_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(_PATH_BENEATH), ctypes.byref(rule), ctypes.c_uint32(0))
    finally:
        os.close(parent)
