# SPDX-License-Identifier: BSD-3-Clause
"""Untrusted edits never lead to a sheet that cannot be saved."""

from __future__ import annotations

import copy
import json
import os
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.runtime.references import Document, read, write
from app.ui.composer.model.edits import EditError, edit_from_json, to_json
from app.ui.composer.model.history import History
from tests.ui.composer.model.random_edits import Drawer, starts

_law = settings(
    max_examples=int(os.environ.get("LAW_EXAMPLES", "60")), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
_odd = _json | st.sampled_from(
    [
        "",
        "@body",
        "\x00",
        "\ud800",
        "items",
        "components",
        1e300,
        -1e12,
        float("inf"),
        float("nan"),
        [],
        ["a"],
        ["\x00"],
        ["@body", "@template"],
        {"is": "StickyNote", "text": "\x07", "x": 0, "y": 0},
        {"is": "Placed", "component": ["\x00"], "x": 1e300, "y": 0},
    ]
)


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Every path in JSON data."""
    found = []
    waiting = [data]
    while waiting:
        part = waiting.pop()
        keys = part.keys() if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
        for key in keys:
            found.append((part, key))
            waiting.append(part[key])
    return found


@_law
@given(_json)
def test_any_json_is_an_edit_or_refused(data: object) -> None:
    try:
        edit_from_json(data)
    except EditError as error:
        assert "\n" not in str(error)  # noqa: PT017 - any of many


@_law
@given(st.data(), starts())
def test_edits_that_were_tampered_with_do_no_harm(data: st.DataObject, start: Document) -> None:
    history = History(start)
    try:
        history.do(Drawer(data).edit(start))
    except EditError:
        return
    step = history.steps[0]
    for edit, document in ((step.forward, start), (step.backward, history.document)):
        plain = copy.deepcopy(to_json(edit))
        for _ in range(data.draw(st.integers(1, 2))):
            part, key = data.draw(st.sampled_from(_places(plain)))
            part[key] = copy.deepcopy(data.draw(_odd))
        try:
            after = edit_from_json(plain).apply(document)
        except EditError as error:
            assert "\n" not in str(error)  # noqa: PT017 - any of many
        else:
            assert read(write(after)) == after
            json.dumps(plain)
