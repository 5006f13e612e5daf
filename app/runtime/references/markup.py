# SPDX-License-Identifier: BSD-3-Clause
"""The elements of a `.liveobject` file.

Elements of our own namespaces become `Element`s. Comments and foreign elements are kept as text: comments
with the element that follows them, foreign elements with the element around them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from app.runtime.references.errors import quoted
from app.runtime.references.foreign_markup import ForeignText
from app.runtime.references.limits import MAX_FILE
from app.runtime.references.model import ForeignAttribute
from app.runtime.references.namespaces import (
    CONTENT_NAMESPACE,
    DRAWING_NAMESPACE,
    INSTANCE_NAMESPACE,
    OUR_NAMESPACES,
    REFERENCE_NAMESPACE,
)
from app.runtime.references.safe_xml import SafeParser, StartTag, shown_tag


@dataclass(slots=True)
class Element:
    """An element of one of our own namespaces."""

    namespace: str
    name: str
    line: int
    attributes: dict[str, str]
    foreign: tuple[ForeignAttribute, ...]
    before: tuple[str, ...]  # the comments directly before it
    children: list[Element] = field(default_factory=list)
    text: str = ""
    notes: list[str] = field(default_factory=list)  # foreign elements, and comments that no child follows


@dataclass(slots=True)
class Markup:
    """The root element and the comments around it."""

    root: Element
    after: tuple[str, ...]


def parse_markup(data: bytes) -> Markup:
    """Parse the elements of a file, or raise a `LiveObjectFileError` with the line."""
    parser = _Parser()
    parser.parse(data)
    return parser.result()


class _Parser(SafeParser):
    """Builds the tree."""

    largest = MAX_FILE

    def __init__(self) -> None:
        super().__init__()
        self._open: list[tuple[Element, list[str]]] = []
        self._root: Element | None = None
        self._comments: list[str] = []
        self._foreign: ForeignText | None = None

    def result(self) -> Markup:
        """Return the tree; expat accepts no document without a root."""
        assert self._root is not None
        return Markup(self._root, tuple(self._comments))

    def comment(self, text: str) -> None:
        """Keep a comment for the element that follows it."""
        if self._foreign is not None:
            self._foreign.comment(text)
        else:
            self._comments.append(f"<!--{text}-->")

    def characters(self, text: str) -> None:
        """Add text to the innermost element."""
        if self._foreign is not None:
            self._foreign.characters(text)
        else:
            element, parts = self._open[-1]
            parts.append(text)
            if (element.namespace, element.name) in _BASE64:
                self.count_base64(len(text))

    def start(self, tag: StartTag) -> None:
        """Begin one of our elements, or a foreign one, or a part of it."""
        if self._foreign is not None:
            if (tag.namespace, tag.name) in _WHOLE:
                self.fail(f"{shown_tag(tag.name)} cannot stand inside an annotation", "remove it")
            self._foreign.start(tag.written, tag.pairs)
        elif self._root is None:
            self._check_root(tag.namespace, tag.name)
            self._root = self._open_element(tag)
        elif tag.namespace in OUR_NAMESPACES:
            if tag.name not in _KNOWN[tag.namespace]:
                self.fail(f"{shown_tag(tag.name)} is not known", "remove it, or use a newer version of the program")
            self._open[-1][0].children.append(self._open_element(tag))
        elif not tag.namespace:
            self.fail(f"{shown_tag(tag.name)} has no namespace", f"use the namespace {REFERENCE_NAMESPACE}")
        else:
            self._open[-1][0].notes.extend(self._comments)
            self._comments.clear()
            self._foreign = ForeignText(self.scopes)
            self._foreign.start(tag.written, tag.pairs)

    def end(self, written: str, /) -> None:
        """Close the innermost element."""
        if self._foreign is not None:
            if self._foreign.end(written):
                self._open[-1][0].notes.append(self._foreign.xml())
                self._foreign = None
            return
        element, parts = self._open.pop()
        element.text = "".join(parts)
        element.notes.extend(self._comments)
        self._comments.clear()

    def _check_root(self, namespace: str, name: str) -> None:
        if (namespace, name) == (REFERENCE_NAMESPACE, "liveobject"):
            return
        if (namespace, name) == ("", "Root"):
            self.fail("this looks like a file of the original platform", "use `liveobjects convert` first")
        if namespace.startswith(REFERENCE_NAMESPACE.rpartition(":")[0]):
            self.fail(f"the file is of another version ({quoted(namespace)})", "use a newer version of the program")
        self.fail(
            f"the root is {shown_tag(name)} of namespace {quoted(namespace)}",
            f"it must be <liveobject> of namespace {REFERENCE_NAMESPACE}",
        )

    def _open_element(self, tag: StartTag) -> Element:
        for attribute in tag.foreign:
            if (attribute.namespace, attribute.name) in _REFUSED or attribute.namespace in OUR_NAMESPACES:
                self.fail(f"the attribute {quoted(attribute.name)} is not known here", "remove it")
        before = tuple(self._comments)
        self._comments.clear()
        element = Element(tag.namespace, tag.name, self.line, tag.attributes, tag.foreign, before)
        self._open.append((element, []))
        return element


_REFERENCES = ("primitive", "parameterized", "composite", "external", "template", "use")
_HOLDERS = ("using", "argument", "component", "from", "body", "default")
_SCALARS = ("none", "bool", "int", "float", "text", "bytes", "timestamp", "uuid")
_CONTAINERS = ("list", "map", "entry", "record", "field")
_OTHERS = ("title", "description", "connection", "export", "parameter", "hint", "type")
_SEALED = ("sealed", "for", "content")
_KNOWN = {
    REFERENCE_NAMESPACE: frozenset(_REFERENCES + _HOLDERS + _SCALARS + _CONTAINERS + _OTHERS + _SEALED),
    DRAWING_NAMESPACE: frozenset(("drawing", "placed", "note", "zone", "wire")),
    CONTENT_NAMESPACE: frozenset(("content", "part")),
}
_REFUSED = ((INSTANCE_NAMESPACE, "type"), (INSTANCE_NAMESPACE, "nil"))  # they would change the schema validation
_WHOLE = ((REFERENCE_NAMESPACE, "liveobject"), (DRAWING_NAMESPACE, "drawing"), (CONTENT_NAMESPACE, "content"))
_BASE64 = ((CONTENT_NAMESPACE, "part"), (REFERENCE_NAMESPACE, "content"))
