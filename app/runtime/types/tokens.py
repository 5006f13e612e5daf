# SPDX-License-Identifier: BSD-3-Clause
"""The lexer of type texts."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from .core import MAX_TEXT, TypeModelError, TypeSyntaxError, clean_name

_PIECE = re.compile(
    r"""[ \t\r\n]*(?:
        (?P<word>[^\W\d]\w*)
      | (?P<string>"(?:[^"\\]|\\.)*")
      | (?P<number>-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)
      | (?P<symbol>\.\.\.|[\[\]{}(),;:|~$?=])
      | (?P<end>\Z)
    )""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r'\\(?:(["\\])|u\{([0-9a-f]{1,6})\})')
_CLOSING = {"(": ")", "[": "]", "{": "}", '"': '"'}


class Token(NamedTuple):
    """A token: its kind, its text, its start, and the earliest start of the next."""

    kind: str
    text: str
    start: int
    end: int


class Tokens:
    """The text as a stream of tokens with one token of lookahead."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeSyntaxError("a type is written as text")
        if len(text) > MAX_TEXT:
            raise TypeSyntaxError(f"the type has more than {MAX_TEXT} characters", MAX_TEXT)
        self._text = text
        self.next = self._read(0)

    def take(self) -> Token:
        """Consume the next token."""
        token = self.next
        self.next = self._read(token.end)
        return token

    def peek(self) -> Token:
        """Return the token after the next one."""
        return self._read(self.next.end)

    def accept(self, text: str) -> bool:
        """Consume the next token if it is this symbol or word."""
        if self.next.kind in ("symbol", "word") and self.next.text == text:
            self.take()
            return True
        return False

    def expect(self, text: str, what: str = "") -> None:
        """Consume this symbol or word, which must come next."""
        if not self.accept(text):
            self.refuse(what or f"'{text}'")

    def refuse(self, expected: str) -> NoReturn:
        """Raise an error about the next token."""
        found = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in self.next.text[:30])
        shown = f"unexpected '{found}'" if found else "the text ends too early"
        raise TypeSyntaxError(shown, self.next.start, expected)

    def name(self, what: str) -> str:
        """Consume a word or a quoted name."""
        if self.next.kind not in ("word", "string"):
            self.refuse(f"the name of {what}")
        token = self.take()
        name = token.text if token.kind == "word" else unquoted(token)
        try:
            return clean_name(name, what)
        except TypeModelError as error:
            raise TypeSyntaxError(str(error), token.start) from error

    def raw_brackets(self, pair: str) -> str | None:
        """Consume the raw text between the next brackets, if they are this pair."""
        start = self.next.start
        if self._text[start : start + 1] != pair[0]:
            return None
        end = self._closing(start, {**_CLOSING, pair[0]: pair[1]})
        self.next = self._read(end + 1)
        return self._text[start + 1 : end]

    def _closing(self, start: int, closing: dict[str, str]) -> int:
        """Return where the bracket at `start` closes; brackets within quotes do not count."""
        expected: list[str] = []
        for position in range(start, len(self._text)):
            character = self._text[position]
            if expected and character == expected[-1]:
                expected.pop()
            elif expected[-1:] != ['"'] and character in closing:
                expected.append(closing[character])
            if not expected:
                return position
        raise TypeSyntaxError("the text ends too early", len(self._text), f"'{expected[-1]}'")

    def _read(self, position: int) -> Token:
        found = _PIECE.match(self._text, position)
        if found is None or found.lastgroup is None:
            return self._unreadable(position)
        return Token(found.lastgroup, found[found.lastgroup], found.start(found.lastgroup), found.end())

    def _unreadable(self, position: int) -> Token:
        while self._text[position] in " \t\r\n":
            position += 1
        return Token("unreadable", self._text[position], position, position)


def unquoted(token: Token) -> str:
    """Return the content of a quoted token, with escapes resolved."""
    body = token.text[1:-1]

    def resolve(found: re.Match[str]) -> str:
        code = int(found[2] or "0", 16)
        if code > 0x10FFFF:
            raise TypeSyntaxError(f"there is no character {found[0]}", token.start)
        return found[1] or chr(code)

    plain = _ESCAPE.sub("", body)
    if "\\" in plain:
        raise TypeSyntaxError("a backslash stands before something it cannot change", token.start, r"\" or \\")
    return _ESCAPE.sub(resolve, body)
