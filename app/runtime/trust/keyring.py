# SPDX-License-Identifier: BSD-3-Clause
"""The desktop's keyring (Secret Service), through libsecret where the system has it.

It is optional: without library, session bus or keyring there is none.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

_SCHEMA = b"org.liveobjects.Identity"
_LABEL = "Live Objects: the secret half of your identity"
_PATIENCE = 90.0
"""Seconds that a person has to unlock the keyring."""
_QUICK = 5.0
"""Seconds that the keyring has to answer without a person."""


class KeyringError(Exception):
    """The keyring does not answer, or the user did not unlock it."""


class _Attribute(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("type", ctypes.c_int)]


class _Schema(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("flags", ctypes.c_int),
        ("attributes", _Attribute * 32),
        ("reserved", ctypes.c_int),
        ("pointers", ctypes.c_void_p * 7),
    ]


class _Error(ctypes.Structure):
    _fields_ = [("domain", ctypes.c_uint32), ("code", ctypes.c_int), ("message", ctypes.c_char_p)]


class _Libraries:
    """The functions that are used, with their types."""

    def __init__(self) -> None:
        glib, gio = ctypes.CDLL("libglib-2.0.so.0"), ctypes.CDLL("libgio-2.0.so.0")
        gobject, secret = ctypes.CDLL("libgobject-2.0.so.0"), ctypes.CDLL("libsecret-1.so.0")
        pointer, text = ctypes.c_void_p, ctypes.c_char_p
        self.table = _function(glib.g_hash_table_new, pointer, pointer, pointer)
        self.insert = _function(glib.g_hash_table_insert, ctypes.c_int, pointer, text, text)
        self.unref_table = _function(glib.g_hash_table_unref, None, pointer)
        self.free_error = _function(glib.g_error_free, None, pointer)
        self.str_hash, self.str_equal = glib.g_str_hash, glib.g_str_equal
        self.unref = _function(gobject.g_object_unref, None, pointer)
        self.cancellable = _function(gio.g_cancellable_new, pointer)
        self.cancel = _function(gio.g_cancellable_cancel, None, pointer)
        self.service = _function(secret.secret_service_get_sync, pointer, ctypes.c_int, pointer, pointer)
        self.collection = _function(
            secret.secret_collection_for_alias_sync, pointer, pointer, text, ctypes.c_int, pointer, pointer
        )
        self.locked = _function(secret.secret_collection_get_locked, ctypes.c_int, pointer)
        store = (pointer, pointer, text, text, text, pointer, pointer)
        self.store = _function(secret.secret_password_storev_sync, ctypes.c_int, *store)
        self.lookup = _function(secret.secret_password_lookupv_sync, pointer, pointer, pointer, pointer, pointer)
        self.clear = _function(secret.secret_password_clearv_sync, ctypes.c_int, pointer, pointer, pointer, pointer)
        self.free = _function(secret.secret_password_free, None, pointer)
        self.schema = _Schema(name=_SCHEMA, flags=0)
        self.schema.attributes[0] = _Attribute(b"public", 0)


def is_open() -> bool:
    """Whether there is a keyring that is usable without asking the user."""
    libraries = _libraries()
    if libraries is None or not _has_session_bus():
        return False
    try:
        with _call(libraries, _QUICK) as (cancel, error):
            service = libraries.service(0, cancel, error)
            _raise(libraries, error)
            if not service:
                return False
        with _call(libraries, _QUICK) as (cancel, error):
            collection = libraries.collection(service, b"default", 0, cancel, error)
            libraries.unref(service)
            _raise(libraries, error)
    except KeyringError:
        return False
    if not collection:
        return False
    locked = bool(libraries.locked(collection))
    libraries.unref(collection)
    return not locked


def put(public: str, secret: str) -> None:
    """Store a secret under its public key."""
    libraries = _needed()
    with _attributes(libraries, public) as table, _call(libraries, _PATIENCE) as (cancel, error):
        schema = ctypes.byref(libraries.schema)
        label = _LABEL.encode()
        libraries.store(schema, table, b"default", label, secret.encode(), cancel, error)
        _raise(libraries, error)


def get(public: str) -> str | None:
    """Return the secret of a public key, or None; the user may be asked to unlock the keyring."""
    libraries = _needed()
    with _attributes(libraries, public) as table, _call(libraries, _PATIENCE) as (cancel, error):
        found = libraries.lookup(ctypes.byref(libraries.schema), table, cancel, error)
        _raise(libraries, error)
        if not found:
            return None
        secret = ctypes.string_at(found).decode("ascii", "replace")
        libraries.free(found)
        return secret


def remove(public: str) -> None:
    """Remove a secret, if it is there."""
    libraries = _needed()
    with _attributes(libraries, public) as table, _call(libraries, _PATIENCE) as (cancel, error):
        libraries.clear(ctypes.byref(libraries.schema), table, cancel, error)
        _raise(libraries, error)


def _has_session_bus() -> bool:
    """Whether there is a session bus; without one, the libraries would try to start it."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS")) or (bool(runtime) and Path(runtime, "bus").is_socket())


@cache
def _libraries() -> _Libraries | None:
    try:
        return _Libraries()
    except (OSError, AttributeError):
        return None


def _needed() -> _Libraries:
    libraries = _libraries()
    if libraries is None or not _has_session_bus():
        raise KeyringError("there is no keyring in this session")
    return libraries


def _function(function: Any, result: Any, *arguments: Any) -> Any:
    function.restype, function.argtypes = result, arguments
    return function


@contextmanager
def _attributes(libraries: _Libraries, public: str) -> Iterator[int]:
    name, value = b"public", public.encode()
    table = libraries.table(libraries.str_hash, libraries.str_equal)
    libraries.insert(table, name, value)
    try:
        yield table
    finally:
        libraries.unref_table(table)


@contextmanager
def _call(libraries: _Libraries, seconds: float) -> Iterator[tuple[int, Any]]:
    """Return the cancellable and the error location of a call."""
    cancel = libraries.cancellable()
    timer = threading.Timer(seconds, libraries.cancel, [cancel])
    timer.daemon = True
    timer.start()
    try:
        yield cancel, ctypes.byref(ctypes.POINTER(_Error)())
    finally:
        timer.cancel()
        timer.join()
        libraries.unref(cancel)


def _raise(libraries: _Libraries, error: Any) -> None:
    found = error._obj  # noqa: SLF001  # ctypes has no other way to what it points at
    if found:
        words = (found.contents.message or b"").decode(errors="replace")
        libraries.free_error(ctypes.cast(found, ctypes.c_void_p))
        raise KeyringError(" ".join(words.split())[:200])
