# SPDX-License-Identifier: BSD-3-Clause
"""Channels in tests: nobody else is there who could have the state of a channel that is begun."""

import pytest

from objects_library.channels.native import state_transfer


@pytest.fixture(autouse=True)
def _begun_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_transfer, "FOUNDING", 0.3)
