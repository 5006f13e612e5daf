# SPDX-License-Identifier: BSD-3-Clause
"""XML namespaces: resolution of prefixes, with every rule of the standard checked."""

from __future__ import annotations

import re

from app.runtime.references.errors import quoted
from app.runtime.references.model import ForeignAttribute

REFERENCE_NAMESPACE = "urn:liveobject:reference:1"
DRAWING_NAMESPACE = "urn:liveobject:drawing:1"
CONTENT_NAMESPACE = "urn:liveobject:content:1"
OUR_NAMESPACES = (REFERENCE_NAMESPACE, DRAWING_NAMESPACE, CONTENT_NAMESPACE)
XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace"
INSTANCE_NAMESPACE = "http://www.w3.org/2001/XMLSchema-instance"
# Other programs insist on valid addresses; these are universally accepted as valid.
_PLACE = r"//[A-Za-z0-9._~-]*(?::[0-9]{1,5})?(?=[/?#]|\Z)"
_WAY = r"(?:[A-Za-z0-9._~/:@!$&'()*+,;=?-]|%[0-9A-Fa-f]{2})*"
_ADDRESS = re.compile(rf"[A-Za-z][A-Za-z0-9+.-]*:(?:{_PLACE}|(?!//)){_WAY}(?:#{_WAY})?")
_XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/"


class NamespaceError(Exception):
    """A name or a declaration violates the rules of XML namespaces."""


def split(name: str) -> tuple[str, str]:
    """Split a name into prefix, which may be empty, and local part."""
    prefix, colon, local = name.rpartition(":")
    starts_well = local[:1].isalpha() or local[:1] == "_"
    if ":" in prefix or bool(colon) != bool(prefix) or not starts_well:
        raise NamespaceError(f"{quoted(name)} is not a name")
    return prefix, local


class ScopeStack:
    """The declarations in scope at the current element."""

    def __init__(self) -> None:
        self._stack: list[dict[str, str]] = [{"": "", "xml": XML_NAMESPACE}]
        self._expanded: dict[str, tuple[str, str]] = {}  # cached since the declarations last changed

    def enter(self, pairs: list[str]) -> tuple[dict[str, str], tuple[ForeignAttribute, ...]]:
        """Enter an element with its declarations; returns its attributes without prefix, and those with."""
        if not pairs:
            self._stack.append(self._stack[-1])
            return {}, ()
        declared = {}
        own = {}
        prefixed = []
        for name, value in zip(pairs[::2], pairs[1::2], strict=True):
            prefix = declared_prefix(name)
            if prefix is not None:
                _check_declaration(prefix, value)
                declared[prefix] = value
            elif ":" in name:
                prefixed.append((name, value))
            else:
                own[name] = value
        scope = self._stack[-1]
        if declared:
            scope = {**scope, **declared}
            self._expanded.clear()
        self._stack.append(scope)
        return own, self._expand_all(prefixed) if prefixed else ()

    def leave(self) -> None:
        """Leave the element that `enter` began."""
        if self._stack.pop() is not self._stack[-1]:
            self._expanded.clear()

    def expand(self, tag: str) -> tuple[str, str]:
        """Return namespace and local name of an element."""
        if tag not in self._expanded:
            prefix, local = split(tag)
            self._expanded[tag] = self.namespace(prefix), local
        return self._expanded[tag]

    def at_root(self, prefix: str) -> str | None:
        """Return the namespace of a prefix at the root element, or None."""
        return self._stack[1].get(prefix) if prefix else None

    def namespace(self, prefix: str) -> str:
        """Return the namespace of a prefix here."""
        namespace = self._stack[-1].get(prefix)
        if namespace is None:
            raise NamespaceError(f"the prefix {quoted(prefix)} is not declared")
        return namespace

    def _expand_all(self, attributes: list[tuple[str, str]]) -> tuple[ForeignAttribute, ...]:
        expanded = {}
        for name, value in attributes:
            prefix, local = split(name)
            namespace = self.namespace(prefix)
            if (namespace, local) in expanded:
                raise NamespaceError(f"the attribute {quoted(name)} is given twice")
            expanded[namespace, local] = ForeignAttribute(namespace, prefix, local, value)
        return tuple(expanded.values())


def declared_prefix(attribute: str) -> str | None:
    """Return the prefix that an attribute declares ("" for the default), or None."""
    if attribute == "xmlns":
        return ""
    return attribute[6:] if attribute.startswith("xmlns:") else None


def _check_declaration(prefix: str, namespace: str) -> None:
    if prefix:
        split(prefix)
    reserved = prefix in ("xml", "xmlns") or namespace in (XML_NAMESPACE, _XMLNS_NAMESPACE)
    if ":" in prefix or (reserved and (prefix, namespace) != ("xml", XML_NAMESPACE)):
        raise NamespaceError(f"the prefix {quoted(prefix)} cannot be declared like this")
    if prefix and not namespace:
        raise NamespaceError(f"the prefix {quoted(prefix)} is declared with nothing")
    if namespace and not _ADDRESS.fullmatch(namespace):
        raise NamespaceError(f"{quoted(namespace)} is not an address, so it cannot be a namespace")
