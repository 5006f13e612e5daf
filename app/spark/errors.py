# SPDX-License-Identifier: BSD-3-Clause
"""Errors of Spark, each summarized in one sentence; the complete message is kept."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from app.errors import LiveObjectsError

_LONGEST_SENTENCE = 400
_LONGEST_WHOLE = 200_000


class SparkError(LiveObjectsError):
    """Something about Spark does not work; the text is one line: what is wrong; what to do."""

    def __init__(self, what: str, hint: str, whole: str = "") -> None:
        super().__init__(what, hint)
        self.whole = whole[:_LONGEST_WHOLE]
        """Spark's complete message."""


class SparkLostError(SparkError):
    """The driver process has ended."""


class SourceError(SparkError):
    """A source cannot be read as described."""


class QueryError(SparkError):
    """Spark rejects a query; `line` and `column` count from 1, and are 0 if unknown."""

    def __init__(self, sentence: str, line: int = 0, column: int = 0, whole: str = "") -> None:
        super().__init__(sentence, "", whole)
        self.sentence = sentence
        self.line = line
        self.column = column
        self.hint = "correct the query"


_CODE = re.compile(r"^\s*\[[A-Z][A-Z0-9_.]+\]\s*")
_STATE = re.compile(r"\s*SQLSTATE: \w+")
_PLACE = re.compile(r"(?:;\s*)?\(?\bline (\d+),? (?:pos|position) (\d+)\)?")
_CAUSE = re.compile(
    r"^(?:Caused by: )?(?:[a-z]\w*\.)+[A-Z]\w*(?:Exception|Error|Failure)\w*: (?P<says>.+)$", re.MULTILINE
)


def summarize_message(message: str) -> str:
    """Reduce Spark's message to one sentence without error codes, plans and stack traces."""
    text = message.strip()
    end = text.find("\n\tat ")
    text = text if end < 0 else text[:end]
    text = _CODE.sub("", text)
    head = re.split(r"\n(?:Search path|'|\+-|==|JVM stacktrace|If you did not|To tolerate|\s*at )|\n\n", text)[0]
    head = _PLACE.sub("", _STATE.sub("", head))
    head = re.sub(r"^(?:An error occurred while calling \S+\s*:?\s*|(?:[a-z]\w*\.)+[A-Z]\w*: )", "", head)
    words = " ".join(_CODE.sub("", head).split()).rstrip(";. ")
    return (words[: _LONGEST_SENTENCE - 1] + "…") if len(words) > _LONGEST_SENTENCE else words


def position_in(message: str) -> tuple[int, int]:
    """The line and column, from 1, that a message names; zeros if there are none."""
    found = re.search(r"\(line (\d+), position (\d+)\)", message)
    if found:
        return int(found[1]), int(found[2])
    found = re.search(r"\bline (\d+),? pos(?:ition)? (\d+)", message)
    return (int(found[1]), int(found[2]) + 1) if found else (0, 0)


_ENDINGS = (
    ("No space left on device", "the disk is full; free some space, and it goes on by itself"),
    ("Disk quota exceeded", "the disk quota is used up; free some space, and it goes on by itself"),
    ("OutOfMemoryError", "Spark has too little memory; raise `memory` in the Spark settings"),
)


def describe(error: BaseException) -> dict[str, Any]:
    """Convert an exception of Spark to a plain value: sentence, line, column, whole."""
    whole = str(error)
    deepest = deepest_cause(whole)
    for sign, sentence in _ENDINGS:
        if sign in whole:
            return {"sentence": sentence, "line": 0, "column": 0, "whole": whole[:_LONGEST_WHOLE]}
    line, column = position_in(whole)
    sentence = summarize_message(deepest or python_cause(whole) or whole) or type(error).__name__
    file = re.search(r"reading file:?\s+(?:\w+://)?(\S+/)?([^/\s]+?)[.:]?(?:\s|$)", whole)
    if file is not None and file[2] not in sentence:
        sentence += f" (in the file {unquote(file[2])})"
    return {"sentence": sentence, "line": line, "column": column, "whole": whole[:_LONGEST_WHOLE]}


def python_cause(whole: str) -> str:
    """The message of the last Python exception in a traceback, such as one of a data source; else empty."""
    if "Traceback (most recent call last)" not in whole:
        return ""
    messages = re.findall(r"^(?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception): (.+)$", whole, re.MULTILINE)
    return messages[-1] if messages else ""


def deepest_cause(whole: str) -> str:
    """The message of the last `Caused by` in a Java stack trace; else empty."""
    causes = re.findall(r"^Caused by: (?:[\w$.]+): (.+)$", whole, re.MULTILINE)
    return causes[-1] if causes else ""
