# SPDX-License-Identifier: BSD-3-Clause
"""Messages of comment threads as their authors sign them.

Each record is signed by itself, so that a state is as trustworthy as single changes: whoever gives it to a newcomer,
or writes it into a file, can leave messages out, but can put no words into anybody's mouth.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import astuple, dataclass, replace
from typing import TypeVar
from uuid import UUID

import msgspec

from app.runtime.library import type_name
from app.runtime.trust import SignatureError
from app.runtime.trust.identity import Identity, checked_public, verify
from objects_library.values.person_id import COLOURS

LONGEST = 4_000
LONGEST_NAME = 100
LONGEST_TITLE = 200
LONGEST_ABOUT = 200
_HIGHEST = 2**53
_AUTHOR_BYTES = 8
_PURPOSE = "comment"


@type_name("Comment")
@dataclass(frozen=True)
class Comment:
    """A message of a thread; the first one has the id of the thread, and one without a text was taken back."""

    thread: UUID
    message: UUID
    about: str
    """The object that the thread is about, empty for the page; empty in replies."""
    title: str
    """How that object was called."""
    author: str
    name: str
    colour: int
    text: str
    at: int
    """Milliseconds since 1970 by the author's clock."""
    revision: int
    """How often its author has changed it."""
    signature: bytes = b""


@type_name("CommentSettlement")
@dataclass(frozen=True)
class Settlement:
    """Somebody resolves a thread (an odd turn) or opens it again (an even one)."""

    thread: UUID
    turn: int
    author: str
    name: str
    at: int
    signature: bytes = b""


@type_name("CommentRemoval")
@dataclass(frozen=True)
class Removal:
    """The owner of the page removes a thread."""

    thread: UUID
    author: str
    at: int
    signature: bytes = b""


AnyRecord = Comment | Settlement | Removal
Record = TypeVar("Record", bound=AnyRecord)


def new_id(author: str) -> UUID:
    """An id for a message; it belongs to its author, so that nobody else can use it first."""
    return UUID(bytes=_author_bytes(author) + secrets.token_bytes(16 - _AUTHOR_BYTES))


def signed(record: Record, place: str, identity: Identity) -> Record:
    """The record with the signature of its author; it counts in this place only."""
    return replace(record, signature=identity.sign(_PURPOSE, _signed_text(record, place)))


def is_signed(record: AnyRecord, place: str) -> bool:
    """Whether a record is as its author wrote it in this place."""
    try:
        verify(record.author, _PURPOSE, _signed_text(record, place), record.signature)
    except (SignatureError, ValueError):
        return False
    return True


def wrong_comment(comment: Comment) -> str:
    """Why a comment is refused whatever else is there; empty if it is not."""
    if len(comment.text) > LONGEST:
        return f"a comment has at most {LONGEST:,} characters, this one {len(comment.text):,}; write two"
    if comment.text and not comment.text.strip():
        return "there is nothing in it"
    if len(comment.about) > LONGEST_ABOUT or len(comment.title) > LONGEST_TITLE:
        return "a name that long is nothing's"
    if comment.message != comment.thread and (comment.about or comment.title):
        return "a reply is about what its thread is about"
    if not (0 <= comment.colour < COLOURS and 0 <= comment.revision < _HIGHEST):
        return "there is no such colour or revision"
    return wrong_author(comment) or _foreign_id(comment)


def wrong_author(record: AnyRecord) -> str:
    """Why nobody can have written a record; empty if somebody can."""
    if not isinstance(record, Removal) and len(record.name) > LONGEST_NAME:
        return "a name that long is nobody's"
    if not 0 <= record.at < _HIGHEST:
        return "there is no such time"
    try:
        checked_public(record.author)
    except SignatureError as error:
        return str(error)
    return ""


def _foreign_id(comment: Comment) -> str:
    own = comment.message.bytes[:_AUTHOR_BYTES] == _author_bytes(comment.author)
    return "" if own else "that message is somebody else's"


def _author_bytes(author: str) -> bytes:
    return hashlib.blake2b(author.encode(), digest_size=_AUTHOR_BYTES, person=b"lo comment").digest()


def _signed_text(record: AnyRecord, place: str) -> bytes:
    *fields, _ = astuple(record)
    return msgspec.msgpack.encode([type(record).__name__, place, *fields])
