# SPDX-License-Identifier: BSD-3-Clause
"""The elements of a file of the original platform, parsed as safely as our own files."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass, field

from app.runtime.references.errors import LiveObjectFileError
from app.runtime.references.limits import MAX_BYTES
from app.runtime.references.namespaces import INSTANCE_NAMESPACE, OUR_NAMESPACES
from app.runtime.references.safe_xml import SafeParser, StartTag, shown_tag

# The declared encoding is often wrong (UTF-16 for UTF-8), and some files are not well-formed.
_DECLARATION = re.compile(rb"\A\s*<\?xml\s[^>]*\?>")

_LOOKS_LIKE_A_NAME = re.compile(r"[A-Za-z_]\w{0,60}\Z")


@dataclass(slots=True)
class Node:
    """An element, with the name in its first comment."""

    name: str
    kind: str  # the value of xsi:type
    is_nil: bool
    attributes: dict[str, str]
    line: int
    children: list[Node] = field(default_factory=list)
    text: str = ""
    comment: str = ""


@dataclass(slots=True)
class OriginalFile:
    """The root element and the comments before it, among them the licence."""

    root: Node
    comments: tuple[str, ...]


def parse_original(data: bytes) -> OriginalFile:
    """Parse the elements of a file, or raise a `LiveObjectFileError`."""
    parser = _Parser()
    parser.parse(_without_declaration(_as_utf8(data)))
    return parser.result()


def _as_utf8(data: bytes) -> bytes:
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) and len(data) <= MAX_BYTES:
        try:
            return data.decode("utf-16").encode("utf-8")
        except UnicodeError:
            raise LiveObjectFileError(1, "the text is not valid UTF-16", "save the file as UTF-8") from None
    return data.removeprefix(BOM_UTF8)


def _without_declaration(data: bytes) -> bytes:
    found = _DECLARATION.match(data)
    return b"\n" * found.group().count(b"\n") + data[found.end() :] if found else data


class _Parser(SafeParser):
    """Builds the tree."""

    def __init__(self) -> None:
        super().__init__()
        self._open: list[tuple[Node, list[str]]] = []
        self._root: Node | None = None
        self._comments: list[str] = []
        self._closed: Node | None = None

    def result(self) -> OriginalFile:
        """Return the tree; expat accepts no document without a root."""
        assert self._root is not None
        return OriginalFile(self._root, tuple(self._comments))

    def start(self, tag: StartTag) -> None:
        """Begin any element."""
        if tag.namespace in OUR_NAMESPACES:
            self.fail("this is a file of this program already", "there is nothing to convert")
        if tag.namespace:
            self.fail(f"{shown_tag(tag.name)} is of an unknown namespace", "choose a file of the original platform")
        instance = {a.name: a.value for a in tag.foreign if a.namespace == INSTANCE_NAMESPACE}
        kind, is_nil = instance.get("type", ""), instance.get("nil", "") in ("true", "1")
        node = Node(tag.name, kind, is_nil, tag.attributes, self.line)
        if self._open:
            self._open[-1][0].children.append(node)
        else:
            self._root = node
        self._open.append((node, []))
        self._closed = None

    def end(self, _written: str, /) -> None:
        """Close the innermost element."""
        self._closed, parts = self._open.pop()
        self._closed.text = "".join(parts)

    def characters(self, text: str) -> None:
        """Add text to the innermost element."""
        self._open[-1][1].append(text)

    def comment(self, text: str) -> None:
        """Take a comment directly inside or after an element as its name."""
        if self._root is None:
            self._comments.append(f"<!--{text}-->")
            return
        node = self._closed or (self._open[-1][0] if self._open else None)
        words = text.strip()
        if node is not None and not node.comment and _LOOKS_LIKE_A_NAME.match(words):
            node.comment = words
