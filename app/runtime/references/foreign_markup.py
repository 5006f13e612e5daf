# SPDX-License-Identifier: BSD-3-Clause
"""Serializes an element of a foreign namespace to self-contained text."""

from __future__ import annotations

import re

from app.runtime.references.escaping import escape_attribute, escape_text
from app.runtime.references.namespaces import OUR_NAMESPACES, ScopeStack, declared_prefix, split

_LOOKS_LIKE_A_NAME = re.compile(r"([^\W\d][\w.-]*):[^\W\d][\w.-]*\Z")


class ForeignText:
    """Collects one foreign element, and declares every prefix that it takes from outside."""

    def __init__(self, scopes: ScopeStack) -> None:
        self._scopes = scopes
        self._parts: list[str] = []
        self._declared: list[frozenset[str]] = []
        self._needed: dict[str, str] = {}
        self._tag_is_open = False

    def start(self, tag: str, pairs: list[str]) -> None:
        """Add a start tag; `pairs` alternates names and values of its attributes."""
        self._finish_tag()
        around = self._declared[-1] if self._declared else frozenset()
        here = [prefix for name in pairs[::2] if (prefix := declared_prefix(name)) is not None]
        self._declared.append(around.union(here) if here else around)
        self._need(split(tag)[0])
        self._parts.append(f"<{tag}")
        self._tag_is_open = True
        for name, value in zip(pairs[::2], pairs[1::2], strict=True):
            self._parts.append(f' {name}="{escape_attribute(value)}"')
            if declared_prefix(name) is None:
                self._need(split(name)[0] or "xml")
                self._need_for_value(value)

    def characters(self, text: str) -> None:
        """Add text."""
        self._finish_tag()
        self._parts.append(escape_text(text))

    def comment(self, text: str) -> None:
        """Add a comment."""
        self._finish_tag()
        self._parts.append(f"<!--{text}-->")

    def end(self, tag: str) -> bool:
        """Add an end tag; True if it ends the whole element."""
        self._parts.append("/>" if self._tag_is_open else f"</{tag}>")
        self._tag_is_open = False
        self._declared.pop()
        return not self._declared

    def xml(self) -> str:
        """Return the element, with declarations of outer prefixes."""
        declarations = [
            f' xmlns{":" if prefix else ""}{prefix}="{escape_attribute(namespace)}"'
            for prefix, namespace in sorted(self._needed.items())
        ]
        return "".join([self._parts[0], *declarations, *self._parts[1:]])

    def _finish_tag(self) -> None:
        if self._tag_is_open:
            self._parts.append(">")
            self._tag_is_open = False

    def _need(self, prefix: str) -> None:
        if prefix not in self._needed and prefix != "xml" and prefix not in self._declared[-1]:
            self._needed[prefix] = self._scopes.namespace(prefix)

    def _need_for_value(self, value: str) -> None:
        """Note prefixes in values such as `xs:int`; only the root's declarations count here."""
        found = _LOOKS_LIKE_A_NAME.match(value)
        prefix = found[1] if found else ""
        if self._scopes.at_root(prefix) not in (None, *OUR_NAMESPACES):
            self._need(prefix)
