# SPDX-License-Identifier: BSD-3-Clause
"""Writes the message that carries a live object: its file, a picture and text."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, localtime, make_msgid

from app.mail.message_reader import MessageError
from app.runtime.references import MEDIA_TYPE, Document, Envelope, names_in_words, write, write_envelope

_PROGRAM = "Live Objects"
SEALED_NAME = "sealed.liveobject"
"""The name of a sealed file, which must not reveal the title."""


def message_with(
    document: Document,
    *,
    picture: bytes | None = None,
    to: str = "",
    sender: str = "",
    words: str = "",
    program_address: str = "",
) -> EmailMessage:
    """Make a complete message, marked as a draft; it says where to get the program."""
    title = " ".join(document.title.split()) or "A live object"
    wording = _MessageText(title, document.description, words, file_name(document), program_address)
    return _message(wording, write(document), picture, to, sender)


def message_with_sealed(
    envelope: Envelope, *, to: str = "", sender: str = "", words: str = "", program_address: str = ""
) -> EmailMessage:
    """Make the message of a sealed object, which names the addressees only."""
    people = f"It is only for {names_in_words(envelope.addressees)}; nobody else can open it."
    wording = _MessageText("A live object for chosen people", people, words, SEALED_NAME, program_address)
    return _message(wording, write_envelope(envelope), None, to, sender)


@dataclass(frozen=True)
class _MessageText:
    """The texts about the object in the message."""

    title: str
    description: str
    words: str
    file: str
    program_address: str = ""


def _message(wording: _MessageText, content: bytes, picture: bytes | None, to: str, sender: str) -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = wording.title[:200]
    if to:
        message["To"] = _addresses(to)
    if sender:
        message["From"] = _addresses(sender)
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain="liveobjects.invalid")
    message["X-Unsent"] = "1"  # mail programs open the message as a draft
    message.set_content(_plain(wording))
    shown = make_msgid(domain="liveobjects.invalid")
    message.add_alternative(_html(wording, shown[1:-1] if picture else ""), subtype="html")
    if picture:
        body = message.get_body(preferencelist=("html",))
        assert isinstance(body, EmailMessage)
        body.add_related(picture, "image", "png", cid=shown, disposition="inline", filename="picture.png")
    kind, _, detail = MEDIA_TYPE.partition("/")
    message.add_attachment(content, maintype=kind, subtype=detail, filename=wording.file)
    return message


def file_name(document: Document) -> str:
    """Return a file name for the object that is valid on every system."""
    if document.sealed_for:
        return SEALED_NAME
    return f"{file_stem(document.title)}.liveobject"


def file_stem(title: str) -> str:
    """Return a title as a file name without an ending."""
    words = re.sub(r"[^\w\- ]+", " ", title).strip()[:60]
    return "_".join(words.lower().split()) or "live_object"


def _addresses(text: str) -> list[Address]:
    """Join addresses by commas; refuses line breaks, which would inject headers."""
    found = []
    for part in (each.strip() for each in text.split(",")):
        name, _, spec = part.rpartition("<")
        try:
            if any(ord(each) < 32 for each in part) or "@" not in part:
                raise ValueError
            found.append(Address(name.strip().strip('"'), addr_spec=(spec.rstrip(">") if name else part)))
        except (ValueError, IndexError, AttributeError):
            raise MessageError(f"{part[:60]!r} is not an e-mail address", "write it as name@example.org") from None
    return found


def plain_text(document: Document, words: str = "") -> str:
    """Return the text of the message for readers without HTML."""
    return _plain(_MessageText(document.title or "A live object", document.description, words, ""))


def _hint(address: str = "") -> str:
    """How to open the file, and where to get the program."""
    where = f"You get the program at {address}" if address else "If you do not have the program, ask me for it"
    return f"Open the attached file with {_PROGRAM} to take part. {where}."


def _plain(wording: _MessageText) -> str:
    parts = (wording.words, wording.title, wording.description, _hint(wording.program_address))
    return "\n\n".join(part for part in parts if part) + "\n"


def _html(wording: _MessageText, picture: str) -> str:
    title = html.escape(wording.title)
    words = "".join(f"<p>{html.escape(each)}</p>" for each in wording.words.split("\n\n") if each)
    shown = f'<p><img src="cid:{picture}" alt="{title}" width="480"></p>' if picture else ""
    described = f"<p>{html.escape(wording.description)}</p>" if wording.description else ""
    return (
        '<html><head><meta charset="utf-8"></head><body style="font-family: sans-serif">'
        f"{words}<h2>{title}</h2>{described}{shown}"
        f"<p>{html.escape(_hint(wording.program_address))}</p></body></html>\n"
    )
