# SPDX-License-Identifier: BSD-3-Clause
"""Parses XML that may be hostile: no DTD, entities or instructions; bounded in size, count and depth.

Every refusal is a `LiveObjectFileError` with its line. Subclasses interpret the elements.
"""

from __future__ import annotations

import codecs
import gc
from abc import ABC, abstractmethod
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from app.runtime.references.errors import LiveObjectFileError, quoted, shown
from app.runtime.references.limits import MAX_ATTRIBUTES, MAX_BASE64, MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS, MAX_TAG
from app.runtime.references.model import ForeignAttribute
from app.runtime.references.namespaces import NamespaceError, ScopeStack

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OTHER_ENCODINGS = (b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<", b"+/v")

_PIECE = 256 * 1024


class StartTag(NamedTuple):
    """A start tag: its expanded name and attributes, and how they were written."""

    namespace: str
    name: str
    attributes: dict[str, str]
    foreign: tuple[ForeignAttribute, ...]
    written: str
    pairs: list[str]


class SafeParser(ABC):
    """Parses one document; subclasses handle its elements, text and comments."""

    known_encodings = ("utf-8", "utf8")
    largest = MAX_BYTES

    def __init__(self) -> None:
        self.scopes = ScopeStack()
        self._tags: list[tuple[str, int]] = []
        self._count = 0
        self._base64 = 0
        self._expat = expat.ParserCreate("UTF-8")
        self._expat.ordered_attributes = True
        self._expat.buffer_text = True
        self._expat.XmlDeclHandler = self._declaration
        self._expat.StartDoctypeDeclHandler = self._doctype
        self._expat.ProcessingInstructionHandler = self._instruction
        self._expat.CommentHandler = self._comment
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.CharacterDataHandler = self.characters

    def parse(self, data: bytes) -> None:
        """Parse the whole document, in chunks, so that an endless tag is detected."""
        data = _as_utf8(data, self.largest)
        collecting = gc.isenabled()
        gc.disable()  # a tree has no cycles, and garbage collection would take a third of the time
        try:
            for begin in range(0, len(data), _PIECE):
                self._expat.Parse(data[begin : begin + _PIECE], False)
                # Some builds of expat look at an unfinished tag again only when its size has doubled.
                self._bound(begin - self._expat.CurrentByteIndex, 2 * MAX_TAG)
                self._bound_size(begin - 2 * MAX_TAG)  # expat holds back what it has not reported yet
            self._expat.Parse(b"", True)
            self._bound_size(len(data))
        except expat.ExpatError as error:
            raise self._explain(error) from None
        finally:
            if collecting:
                gc.enable()

    @abstractmethod
    def start(self, tag: StartTag) -> None:
        """Handle a start tag."""

    @abstractmethod
    def end(self, _written: str, /) -> None:
        """Handle an end tag; the name is as written."""

    @abstractmethod
    def characters(self, text: str) -> None:
        """Handle text."""

    @abstractmethod
    def comment(self, text: str) -> None:
        """Handle a comment."""

    @property
    def line(self) -> int:
        """The current line."""
        return self._expat.CurrentLineNumber

    def count_base64(self, characters: int) -> None:
        """Count characters of content, which has a limit of its own."""
        self._base64 += characters
        if self._base64 > MAX_BASE64:
            self.fail(f"the content is larger than {MAX_BASE64 // 1024**2} MB", "get the file without its content")

    def fail(self, what: str, hint: str) -> NoReturn:
        """Raise the error for the current line."""
        raise LiveObjectFileError(self.line, what, hint)

    def _declaration(self, version: str, encoding: str | None, _standalone: int) -> None:
        if version != "1.0":
            self.fail(f"XML version {quoted(version)} is not known", "write the file as XML 1.0")
        if encoding is not None and encoding.lower() not in self.known_encodings:
            self.fail(f"the file says that it is in {quoted(encoding)}", "save it as UTF-8")

    def _doctype(self, *_: object) -> None:
        self.fail("a document type (DTD) is not allowed", "remove the <!DOCTYPE …> part")

    def _instruction(self, target: str, _data: str) -> None:
        self.fail(f"the processing instruction {quoted(target)} is not allowed", "remove the <?…?> part")

    def _spend(self) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS:
            self.fail(f"there are more than {MAX_ELEMENTS:,} elements", "split the file by external references")

    def _bound(self, size: int, most: int = MAX_TAG) -> None:
        if size > most:
            self.fail(f"a tag or comment is longer than {MAX_TAG // 1024} KB", "make it shorter")

    def _bound_size(self, size: int) -> None:
        if size - self._base64 > MAX_BYTES:
            raise _too_large()

    def _comment(self, text: str) -> None:
        self._spend()
        self._bound(len(text))
        self.comment(text)

    def _start(self, written: str, pairs: list[str]) -> None:
        self._spend()
        self._tags.append((written, self.line))
        self._bound(len(written) + sum(map(len, pairs)))
        if len(pairs) > 2 * MAX_ATTRIBUTES:
            self.fail(f"an element has more than {MAX_ATTRIBUTES} attributes", "remove some")
        if len(self._tags) > MAX_DEPTH:
            self.fail(f"elements are nested more than {MAX_DEPTH} deep", "make parts of it external references")
        try:
            attributes, foreign = self.scopes.enter(pairs)
            namespace, name = self.scopes.expand(written)
        except NamespaceError as error:
            self.fail(str(error), "correct the names or declare the namespace")
        self.start(StartTag(namespace, name, attributes, foreign, written, pairs))

    def _end(self, written: str) -> None:
        self.end(written)
        self.scopes.leave()
        self._tags.pop()

    def _explain(self, error: expat.ExpatError) -> LiveObjectFileError:
        """Return expat's error in our words."""
        if error.code in _ENDS_EARLY:
            missing = f" before {shown_tag(self._tags[-1][0])} is closed" if self._tags else ""
            return LiveObjectFileError(error.lineno, f"the file ends{missing}", "get a complete copy of it")
        if error.code == _MISMATCH:
            tag, line = self._tags[-1]
            what = f"a closing tag does not fit {shown_tag(tag)}, which line {line} opens"
            return LiveObjectFileError(error.lineno, what, "correct the tags")
        what = f"this is not XML ({expat.ErrorString(error.code)})"
        return LiveObjectFileError(error.lineno, what, "choose a .liveobject file, or correct the line")


def shown_tag(name: str) -> str:
    """Return an element's name for a message."""
    return f"<{shown(name)}>"


def _as_utf8(data: bytes, largest: int) -> bytes:
    """Return the data, checked to be UTF-8 text of acceptable size."""
    if len(data) > largest:
        raise _too_large()
    data = data.removeprefix(_BYTE_ORDER_MARK)
    if not data or data.isspace():
        raise LiveObjectFileError(1, "the file is empty", "choose a .liveobject file")
    if data.startswith(_OTHER_ENCODINGS):
        raise LiveObjectFileError(1, "the file is not in UTF-8", "save it as UTF-8")
    _check_utf8(data)
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise LiveObjectFileError(line, "there is a zero byte in the text", "choose a .liveobject file")
    return data


def _check_utf8(data: bytes) -> None:
    """Decode in chunks: the text as a whole would need four times the memory."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    for begin in range(0, len(data), _PIECE):
        end = begin + _PIECE
        before = begin - len(decoder.getstate()[0])
        try:
            decoder.decode(data[begin:end], end >= len(data))
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, before + error.start) + 1
            raise LiveObjectFileError(line, "the text is not valid UTF-8", "save the file as UTF-8") from None


def _too_large() -> LiveObjectFileError:
    what = f"the file is larger than {MAX_BYTES // 1024**2} MB, besides its content"
    return LiveObjectFileError(None, what, "split it by external references")


_ENDS_EARLY = tuple(
    expat.errors.codes[text]
    for text in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
    )
)
_MISMATCH = expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]
