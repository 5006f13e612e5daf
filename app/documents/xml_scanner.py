# SPDX-License-Identifier: BSD-3-Clause
"""Parses the XML of a document from elsewhere, within bounds; subclasses note what they look for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from xml.parsers import expat

from app.documents.errors import SAVE_AGAIN, DocumentError

_DEEPEST = 500


class XmlScanner(ABC):
    """A parser that refuses entities, other encodings, and XML that is nested too deeply or too large."""

    def __init__(self, most_elements: int) -> None:
        self.depth = 0
        """The level of the present element; the root is on level 1."""
        self._count = 0
        self._most_elements = most_elements
        self._parser = expat.ParserCreate(None, " ")
        self._parser.XmlDeclHandler = self._check_encoding
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end

    @property
    def offset(self) -> int:
        """The byte offset of the present tag."""
        return self._parser.CurrentByteIndex

    def parse(self, content: bytes) -> None:
        """Parse a whole document."""
        try:
            self._parser.Parse(content, True)
        except expat.ExpatError as error:
            raise DocumentError(f"the document is damaged: {error}", SAVE_AGAIN) from None

    @abstractmethod
    def note_start(self, name: str, attributes: dict[str, str]) -> None:
        """Note the start of an element; names are the namespace, a space, and the local name."""

    @abstractmethod
    def note_end(self, name: str) -> None:
        """Note the end of an element, whose level is still the present one."""

    def _check_encoding(self, _version: str, encoding: str | None, _alone: int) -> None:
        if encoding is not None and encoding.lower() not in ("utf-8", "utf8", "us-ascii"):
            raise DocumentError("the document is not written in UTF-8", SAVE_AGAIN)

    def _refuse_doctype(self, *_: object) -> None:
        raise DocumentError("the document declares entities, which office programs do not", "do not use it")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self._count += 1
        if self.depth > _DEEPEST or self._count > self._most_elements:
            raise DocumentError("the document is nested too deeply or too large", "use a smaller one")
        self.note_start(name, attributes)

    def _end(self, name: str) -> None:
        self.note_end(name)
        self.depth -= 1
