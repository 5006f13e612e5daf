# SPDX-License-Identifier: BSD-3-Clause
"""The deepest readable file leaves plenty of stack for every operation."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator

import pytest

from app.runtime import references as refs
from app.runtime.references.limits import MAX_DEPTH
from tests.runtime.references.installed import CATALOGUE, check, given, primitive

LEVELS = (MAX_DEPTH - 4) // 2
FRAMES = 600


def nested(kind: str) -> refs.Reference:
    """Return as many nested references as a file can contain."""
    reference: refs.Reference = primitive("Fifo")
    for _ in range(LEVELS):
        if kind == "argument":
            reference = given("Perhaps", channel=refs.ReferenceArgument(reference))
        elif kind == "composite":
            reference = refs.Composite((("c", reference),))
        elif kind == "external":
            reference = refs.External("e", "Folder[Object]", reference)
        elif kind == "template":
            reference = refs.Template(
                (refs.ParameterDeclaration("p", "value", "int", refs.ValueArgument(1)),), reference
            )
        else:
            reference = refs.Parameterized(reference)
    return reference


@pytest.fixture
def little_stack() -> Iterator[None]:
    """Limit the stack to little more than this test needs."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + FRAMES)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.parametrize("kind", ["argument", "composite", "external", "template", "parameterized"])
def test_deep_references(kind: str, little_stack: None) -> None:
    reference = nested(kind)
    data = refs.write(reference)
    assert refs.read(data).reference == reference
    refs.identity(reference)
    check(reference)
    refs.summarize(refs.Document(reference), CATALOGUE)
