# SPDX-License-Identifier: BSD-3-Clause
"""Changing what is directly inside a reference, whatever its kind."""

from __future__ import annotations

import pytest

from app.runtime import references as refs
from app.runtime.references.model import with_children

_PART, _OTHER = refs.Primitive(0x1, name="Part"), refs.Primitive(0x2, name="Other")
_ONE, _TWO = refs.ValueArgument(1), refs.ValueArgument(2)


def _template(default: refs.Argument | None, part: refs.Reference) -> refs.Template:
    declared = (refs.ParameterDeclaration("n", "value", "int", default), refs.ParameterDeclaration("m", "value", "int"))
    return refs.Template(declared, part)


def _given(part: refs.Reference, value: refs.ValueArgument) -> refs.Parameterized:
    arguments = (("object", refs.ReferenceArgument(part)), ("value", value), ("T", refs.TypeArgument("int")))
    return refs.Parameterized(part, arguments)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (refs.Composite((("a", _PART), ("b", _PART))), refs.Composite((("a", _OTHER), ("b", _OTHER)))),
        (refs.External("x", "Object", _PART), refs.External("x", "Object", _OTHER)),
        (_given(_PART, _ONE), _given(_OTHER, _TWO)),
        (_template(_ONE, _PART), _template(_TWO, _OTHER)),
        (_PART, _PART),
    ],
)
def test_what_is_inside_is_changed(before: refs.Reference, after: refs.Reference) -> None:
    assert with_children(before, lambda _: _OTHER, lambda _: _TWO) == after


def test_values_stay_unless_they_are_to_be_changed() -> None:
    assert with_children(_given(_PART, _ONE), lambda _: _OTHER) == _given(_OTHER, _ONE)
