# SPDX-License-Identifier: BSD-3-Clause
"""The local user: their name, and documents signed by them. No Qt in this file."""

import getpass
import os
import platform
import pwd
from dataclasses import replace

from app.runtime.references import ContentPart, Document, Envelope, read_file, write
from app.runtime.references.envelope import person_name_problem
from app.runtime.trust import Identity, seal, with_signature, without_content
from app.ui.settings import Settings
from objects_library.values.person_id import COLOURS

LONGEST_NAME = 60


def user_name(settings: Settings | None = None) -> str:
    """The name from the settings, else that of the account, else that of the computer."""
    chosen = settings.text("name").strip() if settings is not None else ""
    return (chosen or _account_name() or platform.node() or "somebody")[:LONGEST_NAME]


def user_colour(settings: Settings | None = None) -> int | None:
    """The number of the colour that the user has chosen; `None` if the key decides."""
    chosen = settings.number("colour", -1) if settings is not None else -1
    return chosen if 0 <= chosen < COLOURS else None


def _account_name() -> str:
    try:
        full = pwd.getpwuid(os.getuid()).pw_gecos.partition(",")[0].strip()
    except KeyError:
        full = ""
    if full:
        return full
    try:
        return getpass.getuser()
    except OSError:
        return ""


def signed_by_user(document: Document) -> Document:
    """The document, signed by this user unless it has a signature."""
    return with_signature(document, Identity.of_user())


def signed_with_content(content: tuple[ContentPart, ...], document: Document) -> Document:
    """The document with this content in place of any other, signed by this user."""
    return signed_by_user(replace(without_content(document), content=content))


def document_bytes(document: Document) -> bytes:
    """The file content of a document; a document that came sealed is sealed again."""
    if not document.sealed_for:
        return write(document)
    return seal(document, document.sealed_for, Identity.of_user(), sender_name())


def document_envelope(document: Document) -> Envelope:
    """The envelope of a document that is sealed for somebody."""
    envelope = read_file(document_bytes(document))
    assert isinstance(envelope, Envelope)
    return envelope


def sender_name() -> str:
    """This user's name as written on envelopes; empty if it is not allowed there."""
    name = " ".join(user_name(Settings()).split())
    return "" if person_name_problem(name) else name


def program_address() -> str:
    """Where others get the program, for messages; empty if nobody has said so."""
    return " ".join(Settings().text("program_address").split())[:300]
