# SPDX-License-Identifier: BSD-3-Clause
"""Views and view changes are decoded from bytes: any bytes are decoded or rejected, without overreads."""

from __future__ import annotations

import contextlib
import struct

from hypothesis import given
from hypothesis import strategies as st

from app.transport_native.view import View, decode_view_change

_NUMBERS = st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 4), max_size=200)


def _bytes_of(numbers: list[int]) -> bytes:
    return b"".join(struct.pack("<I", number) for number in numbers)


@given(st.binary(max_size=600) | _NUMBERS.map(_bytes_of))
def test_any_bytes_as_a_view(data: bytes) -> None:
    with contextlib.suppress(struct.error, IndexError, ValueError):
        view = View(data)
        assert len(view.members) * 16 <= len(data)
        assert len(view.regions) <= len(data)
        for number in view.groups:
            view.members_of(number)


@given(st.binary(max_size=600) | _NUMBERS.map(_bytes_of))
def test_any_bytes_as_a_view_change(data: bytes) -> None:
    with contextlib.suppress(struct.error, IndexError, ValueError):
        view_change = decode_view_change(data, None, 1)
        assert len(view_change.members) * 16 <= len(data)
