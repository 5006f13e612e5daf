# SPDX-License-Identifier: BSD-3-Clause
"""Plain values as MessagePack between nodes, checked against the type on both sides."""

from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec

from app.runtime.library.errors import ValueRefusedError
from app.runtime.library.plain_values import is_reference
from app.runtime.library.tables import is_table, table_from_bytes, table_to_bytes
from app.runtime.library.validation import MAX_DEPTH, check
from app.runtime.references import LiveObjectFileError, read, write
from app.runtime.types import EndpointOf, ListOf, MapOf, Record, Scalar, Union, ValueType

MAX_BYTES = 64 * 1024 * 1024
"""The maximum size of an encoded value."""

# Values without a form in MessagePack travel as extensions; timestamps have a standard one.
_UUID, _REFERENCE, _TABLE = 1, 2, 3


def encode(wanted: ValueType, value: object) -> bytes:
    """Encode a plain value; refuses a value of another type."""
    check(wanted, value)
    try:
        data = _ENCODER.encode(_extended(value) if _needs_extensions(wanted) else value)
    except UnicodeEncodeError:
        raise ValueRefusedError("a text holds half a character", "remove its lone surrogates") from None
    if len(data) > MAX_BYTES:
        raise _too_large()
    return data


def decode(wanted: ValueType, data: bytes) -> Any:
    """Decode a plain value from an untrusted source; refuses a value of another type."""
    if len(data) > MAX_BYTES:
        raise _too_large()
    try:
        value = _DECODER.decode(data)
    except (msgspec.DecodeError, ValueError, TypeError, RecursionError, OverflowError) as error:
        if isinstance(error, ValueRefusedError):
            raise
        raise ValueRefusedError(f"the bytes are no value: {_words(error)}", "send MessagePack") from None
    check(wanted, value)
    return value


def reference_from_text(text: str | bytes) -> Any:
    """Parse a reference from an untrusted source."""
    try:
        return read(text.encode() if isinstance(text, str) else text).reference
    except (LiveObjectFileError, UnicodeEncodeError) as error:
        raise ValueRefusedError(f"a reference cannot be read: {error}", "send one that was written here") from None


def _too_large() -> ValueRefusedError:
    return ValueRefusedError(f"a value is larger than {MAX_BYTES // 1024**2} MB", "send it in parts")


def _words(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return f"nested deeper than {MAX_DEPTH} levels"
    return str(error).partition("\n")[0][:120]


class _Extension:
    """An extension that can be the key of a map, unlike msgspec's own class."""

    __slots__ = ("code", "data")

    def __init__(self, code: int, data: bytes) -> None:
        self.code = code
        self.data = data


def _written(extension: _Extension) -> msgspec.msgpack.Ext:
    return msgspec.msgpack.Ext(extension.code, extension.data)


def _extended(value: Any) -> Any:
    """Return the value with extensions for what MessagePack does not know."""
    if isinstance(value, dict):
        return {_extended(key): _extended(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_extended(item) for item in value]
    if isinstance(value, UUID):
        return _Extension(_UUID, value.bytes)
    if is_reference(value):
        return _Extension(_REFERENCE, write(value))
    if is_table(value):
        return _Extension(_TABLE, table_to_bytes(value))
    return value


def _read(code: int, data: memoryview) -> object:
    content = bytes(data)
    if code == _UUID and len(content) == 16:
        return UUID(bytes=content)
    if code == _REFERENCE:
        return reference_from_text(content)
    if code == _TABLE:
        return table_from_bytes(content)
    raise ValueRefusedError(f"the bytes hold an unknown extension {code}", "update the program")


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_written)
_DECODER = msgspec.msgpack.Decoder(ext_hook=_read)


@lru_cache(maxsize=4_096)
def _needs_extensions(wanted: ValueType) -> bool:
    match wanted:
        case Scalar():
            return wanted.kind == "uuid"
        case EndpointOf():
            return False
        case ListOf():
            return _needs_extensions(wanted.item)
        case MapOf():
            return _needs_extensions(wanted.key) or _needs_extensions(wanted.value)
        case Record():
            return wanted.open or any(_needs_extensions(field.type) for field in wanted.fields)
        case Union():
            return any(map(_needs_extensions, wanted.options))
    return True
