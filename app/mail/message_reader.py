# SPDX-License-Identifier: BSD-3-Clause
"""Reads attached live objects from a message, which is treated as hostile."""

from __future__ import annotations

from email import policy
from email.errors import MessageError as ParsingError
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path, PurePosixPath, PureWindowsPath

from app.errors import LiveObjectsError
from app.runtime.references import MEDIA_TYPE

LARGEST = 32 * 1024 * 1024
_MOST_PARTS = 200
_MOST_OBJECTS = 20
_SUFFIX = ".liveobject"
_NOT_IN_NAMES = '/\\:*?"<>|'
_INSTEAD = "save the attachment and open that"


class MessageError(LiveObjectsError):
    """A message cannot be written or read."""


def is_message(path: Path) -> bool:
    """Whether a file is a message, by its name."""
    return path.suffix.lower() == ".eml"


def objects_in(content: bytes) -> list[tuple[str, bytes]]:
    """Return the attached files by name, unchecked."""
    if len(content) > LARGEST:
        raise MessageError(f"the message has more than {LARGEST // 2**20} MB", "save the attachment and open that")
    try:
        message = BytesParser(policy=policy.default).parsebytes(content)
    except (ParsingError, ValueError, LookupError, RecursionError) as error:
        raise MessageError(f"the message cannot be read: {error}", "save the attachment and open that") from None
    found: list[tuple[str, bytes]] = []
    try:
        for number, part in enumerate(message.walk()):
            if number > _MOST_PARTS or len(found) >= _MOST_OBJECTS:
                break
            if _is_ours(part):
                found.append((_name(part), _bytes(part)))
    except RecursionError:
        raise MessageError("the message is nested too deeply", _INSTEAD) from None
    if not found:
        raise MessageError("there is no live object in the message", "look for a file that ends in .liveobject")
    return found


def _is_ours(part: EmailMessage) -> bool:
    if part.is_multipart():
        return False
    return part.get_content_type() == MEDIA_TYPE or (part.get_filename() or "").lower().endswith(".liveobject")


def _name(part: EmailMessage) -> str:
    """Return the last component of a file name from any system, safe to use in a folder."""
    given = PureWindowsPath(PurePosixPath(part.get_filename() or "").name).name
    kept = "".join(each for each in given if each.isprintable() and each not in '/\\:*?"<>|').strip(". ")[:100]
    return kept if kept.lower().endswith(".liveobject") and len(kept) > 11 else "from_mail.liveobject"


def _bytes(part: EmailMessage) -> bytes:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        raise MessageError("an attachment cannot be decoded", "ask for it to be sent again")
    return content
