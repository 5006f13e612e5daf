# SPDX-License-Identifier: BSD-3-Clause
"""Converts edits to JSON and back; input is untrusted."""

from __future__ import annotations

from typing import Any

from app.ui.composer.model.edits.base import EDITS, Edit
from app.ui.composer.model.edits.codecs import Codec, codec_for, expect, fields_codec
from app.ui.composer.model.errors import EditError, not_an_edit

_DEEPEST = 8


def to_json(edit: Edit) -> dict[str, Any]:
    """The edit as JSON data."""
    return {"edit": edit.kind, **fields_codec(type(edit)).to_json(edit)}


def edit_from_json(data: object) -> Edit:
    """The decoded edit; raises `EditError`."""
    return _EditCodec().from_json(data, 0)


class _EditCodec(Codec):
    """Nested edits, with a depth limit."""

    def to_json(self, value: Any) -> Any:
        return to_json(value)

    def from_json(self, data: object, depth: int) -> Edit:
        if depth > _DEEPEST:
            raise EditError("an edit holds edits that hold edits, too deep", "make them one by one")
        found = dict(expect(data, dict))
        made = EDITS.get(expect(found.pop("edit", None), str))
        if made is None:
            raise not_an_edit()
        edit = fields_codec(made).from_json(found, depth + 1)
        assert isinstance(edit, Edit)
        return edit


codec_for.add(Edit, _EditCodec())
