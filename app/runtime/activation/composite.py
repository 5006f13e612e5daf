# SPDX-License-Identifier: BSD-3-Clause
"""Composites: several proxies with one lifetime."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from app.runtime.activation.lifetime import Lifetime, State

if TYPE_CHECKING:
    from app.runtime.activation.node import Node
    from app.runtime.activation.proxy import Proxy

# The state of the composite is the first of these that any component is in.
_ORDER = (State.FAILED, State.CREATED, State.JOINING, State.CATCHING_UP, State.READ_ONLY, State.LIVE)


class CompositeLifetime(Lifetime):
    """Owns the lifetimes of its components; its state follows theirs."""

    def __init__(self, node: Node, name: str) -> None:
        super().__init__(node, name)
        self._states: Counter[State] = Counter()

    def adopt(self, components: dict[str, Proxy]) -> None:
        """Follow the states of the components."""
        for component in components.values():
            self._states[component.state] += 1
            self._follow(component)
        self._update()

    def _follow(self, component: Proxy) -> None:
        known = component.state

        def changed(state: State) -> None:
            nonlocal known
            self._states[known] -= 1
            self._states[state] += 1
            known = state
            if state is State.FAILED:
                self._note(component)
            self._update()

        if known is State.FAILED:
            self._note(component)
        component.watch(changed)

    def _note(self, component: Proxy) -> None:
        """Keep the first failure, which names the component."""
        if self.failure is None:
            self.failure = component.failure

    def _update(self) -> None:
        self.set_state(next((state for state in _ORDER if self._states[state] > 0), State.LIVE))
