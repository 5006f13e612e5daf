"""Hostile XML into small elements: no DTD, no entities, no instructions, bounded in size, count and depth.

Elements of our own namespaces become `Element`s. Comments and elements of foreign namespaces are kept as
text: comments with the element that follows them, foreign elements with the element around them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from app.runtime.references.errors import LiveObjectFileError, quoted
from app.runtime.references.foreign import ForeignText
from app.runtime.references.limits import MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS
from app.runtime.references.model import ForeignAttribute
from app.runtime.references.namespaces import (
    INSTANCE_NAMESPACE,
    OUR_NAMESPACES,
    REFERENCE_NAMESPACE,
    NamespaceError,
    ScopeStack,
)

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OTHER_ENCODINGS = (b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<", b"+/v")


@dataclass(slots=True)
class Element:
    """An element of one of our own namespaces."""

    namespace: str
    name: str
    line: int
    attributes: dict[str, str]
    foreign: tuple[ForeignAttribute, ...]
    before: tuple[str, ...]  # the comments right before it
    children: list[Element] = field(default_factory=list)
    text: str = ""
    notes: list[str] = field(default_factory=list)  # foreign elements in it, and comments no child follows


@dataclass(slots=True)
class Markup:
    """The root element and the comments around it."""

    root: Element
    after: tuple[str, ...]


def parse_markup(data: bytes) -> Markup:
    """The elements of a file, or a `LiveObjectFileError` with the line."""
    data = _as_utf8(data)
    parser = _Parser()
    try:
        parser.expat.Parse(data, True)
    except expat.ExpatError as error:
        raise parser.explain(error) from None
    return parser.result()


def _as_utf8(data: bytes) -> bytes:
    if len(data) > MAX_BYTES:
        raise LiveObjectFileError(
            None,
            f"the file is larger than {MAX_BYTES // 1024**2} MB",
            "split it, or fetch parts by external references",
        )
    data = data.removeprefix(_BYTE_ORDER_MARK)
    if not data.strip():
        raise LiveObjectFileError(1, "the file is empty", "choose a .liveobject file")
    if data.startswith(_OTHER_ENCODINGS):
        raise LiveObjectFileError(1, "the file is not in UTF-8", "save it as UTF-8")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LiveObjectFileError(line, "the text is not valid UTF-8", "save the file as UTF-8") from None
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise LiveObjectFileError(line, "there is a zero byte in the text", "choose a .liveobject file")
    return data


class _Parser:
    """The handlers that expat calls; they build the tree and stop at the first thing that is not allowed."""

    def __init__(self) -> None:
        self.expat = expat.ParserCreate("UTF-8")
        self.expat.ordered_attributes = True
        self.expat.buffer_text = True
        self.expat.XmlDeclHandler = self._declaration
        self.expat.StartDoctypeDeclHandler = self._doctype
        self.expat.ProcessingInstructionHandler = self._instruction
        self.expat.CommentHandler = self._comment
        self.expat.StartElementHandler = self._start
        self.expat.EndElementHandler = self._end
        self.expat.CharacterDataHandler = self._characters
        self._scopes = ScopeStack()
        self._open: list[tuple[Element, list[str]]] = []
        self._tags: list[tuple[str, int]] = []
        self._root: Element | None = None
        self._comments: list[str] = []
        self._foreign: ForeignText | None = None
        self._count = 0

    def result(self) -> Markup:
        assert self._root is not None, "expat accepts no document without a root"
        return Markup(self._root, tuple(self._comments))

    def explain(self, error: expat.ExpatError) -> LiveObjectFileError:
        """Expat's error in words of our own."""
        if error.code in _ENDS_EARLY:
            missing = f" before <{quoted(self._tags[-1][0])[1:-1]}> is closed" if self._tags else ""
            return LiveObjectFileError(error.lineno, f"the file ends{missing}", "get a complete copy of it")
        if error.code == _MISMATCH:
            name, line = self._tags[-1]
            what = f"a closing tag does not fit <{quoted(name)[1:-1]}>, which line {line} opens"
            return LiveObjectFileError(error.lineno, what, "correct the tags")
        what = f"this is not XML ({expat.ErrorString(error.code)})"
        return LiveObjectFileError(error.lineno, what, "choose a .liveobject file, or correct the line")

    def _fail(self, what: str, what_to_do: str) -> NoReturn:
        raise LiveObjectFileError(self.expat.CurrentLineNumber, what, what_to_do)

    def _declaration(self, version: str, encoding: str | None, _standalone: int) -> None:
        if version != "1.0":
            self._fail(f"XML version {quoted(version)} is not known", "write the file as XML 1.0")
        if encoding is not None and encoding.lower() not in ("utf-8", "utf8"):
            self._fail(f"the file says that it is in {quoted(encoding)}", "save it as UTF-8")

    def _doctype(self, *_: object) -> None:
        self._fail("a document type (DTD) is not allowed", "remove the <!DOCTYPE …> part")

    def _instruction(self, target: str, _data: str) -> None:
        self._fail(f"the processing instruction {quoted(target)} is not allowed", "remove the <?…?> part")

    def _spend(self, count: int) -> None:
        self._count += count
        if self._count > MAX_ELEMENTS:
            self._fail(
                f"there are more than {MAX_ELEMENTS:,} elements", "split the file by external references"
            )

    def _comment(self, text: str) -> None:
        self._spend(1)
        if self._foreign is not None:
            self._foreign.comment(text)
        else:
            self._comments.append(f"<!--{text}-->")

    def _characters(self, text: str) -> None:
        if self._foreign is not None:
            self._foreign.characters(text)
        else:
            self._open[-1][1].append(text)

    def _start(self, tag: str, pairs: list[str]) -> None:
        self._spend(1 + len(pairs) // 2)
        self._tags.append((tag, self.expat.CurrentLineNumber))
        if len(self._tags) > MAX_DEPTH:
            self._fail(
                f"elements are nested more than {MAX_DEPTH} deep", "make parts of it external references"
            )
        try:
            attributes, foreign = self._scopes.enter(pairs)
            namespace, name = self._scopes.expand(tag)
        except NamespaceError as error:
            self._fail(str(error), "correct the names or declare the namespace")
        if self._foreign is not None:
            self._foreign.start(tag, pairs)
        elif self._root is None:
            self._check_root(namespace, name)
            self._root = self._open_element(namespace, name, attributes, foreign)
        elif namespace in OUR_NAMESPACES:
            self._open[-1][0].children.append(self._open_element(namespace, name, attributes, foreign))
        elif not namespace:
            self._fail(f"<{quoted(name)[1:-1]}> has no namespace", f"use the namespace {REFERENCE_NAMESPACE}")
        else:
            self._open[-1][0].notes.extend(self._comments)
            self._comments.clear()
            self._foreign = ForeignText(self._scopes)
            self._foreign.start(tag, pairs)

    def _check_root(self, namespace: str, name: str) -> None:
        if (namespace, name) == (REFERENCE_NAMESPACE, "liveobject"):
            return
        if (namespace, name) == ("", "Root"):
            self._fail("this looks like a file of the original platform", "use `liveobjects convert` first")
        if namespace.startswith(REFERENCE_NAMESPACE.rpartition(":")[0]):
            self._fail(
                f"the file is of another version ({quoted(namespace)})", "use a newer version of the program"
            )
        self._fail(
            f"the root is <{quoted(name)[1:-1]}> of namespace {quoted(namespace)}",
            f"it must be <liveobject> of namespace {REFERENCE_NAMESPACE}",
        )

    def _open_element(
        self, namespace: str, name: str, attributes: dict[str, str], foreign: tuple[ForeignAttribute, ...]
    ) -> Element:
        for attribute in foreign:
            if (attribute.namespace, attribute.name) in _REFUSED or attribute.namespace in OUR_NAMESPACES:
                self._fail(f"the attribute {quoted(attribute.name)} is not known here", "remove it")
        before = tuple(self._comments)
        self._comments.clear()
        element = Element(namespace, name, self.expat.CurrentLineNumber, attributes, foreign, before)
        self._open.append((element, []))
        return element

    def _end(self, tag: str) -> None:
        if self._foreign is not None:
            if self._foreign.end(tag):
                self._open[-1][0].notes.append(self._foreign.xml())
                self._foreign = None
        else:
            element, parts = self._open.pop()
            element.text = "".join(parts)
            element.notes.extend(self._comments)
            self._comments.clear()
        self._scopes.leave()
        self._tags.pop()


_ENDS_EARLY = tuple(
    expat.errors.codes[text]
    for text in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
    )
)
_REFUSED = (
    (INSTANCE_NAMESPACE, "type"),
    (INSTANCE_NAMESPACE, "nil"),
)  # they would change what the schema sees
_MISMATCH = expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]
