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
    document: Document, *, picture: bytes | None = None, to: str = "", sender: str = "", words: str = ""
) -> EmailMessage:
    """Make a complete message, marked as a draft."""
    title = " ".join(document.title.split()) or "A live object"
    said = _MessageText(title, document.description, words, file_name(document))
    return _message(said, write(document), picture, to, sender)


def message_with_sealed(envelope: Envelope, *, to: str = "", sender: str = "", words: str = "") -> EmailMessage:
    """Make the message of a sealed object, which names the addressees only."""
    people = f"It is sealed for {names_in_words(envelope.addressees)}; nobody else can open it."
    said = _MessageText("A sealed live object", people, words, SEALED_NAME)
    return _message(said, write_envelope(envelope), None, to, sender)


@dataclass(frozen=True)
class _MessageText:
    """The texts about the object in the message."""

    title: str
    description: str
    words: str
    file: str


def _message(said: _MessageText, content: bytes, picture: bytes | None, to: str, sender: str) -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = said.title[:200]
    if to:
        message["To"] = _addresses(to)
    if sender:
        message["From"] = _addresses(sender)
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain="liveobjects.invalid")
    message["X-Unsent"] = "1"  # mail programs open the message as a draft
    message.set_content(_plain(said))
    shown = make_msgid(domain="liveobjects.invalid")
    message.add_alternative(_html(said, shown[1:-1] if picture else ""), subtype="html")
    if picture:
        body = message.get_body(preferencelist=("html",))
        assert isinstance(body, EmailMessage)
        body.add_related(picture, "image", "png", cid=shown, disposition="inline", filename="picture.png")
    kind, _, detail = MEDIA_TYPE.partition("/")
    message.add_attachment(content, maintype=kind, subtype=detail, filename=said.file)
    return message


def file_name(document: Document) -> str:
    """Return a file name for the object that is valid on every system."""
    if document.sealed_for:
        return SEALED_NAME
    words = re.sub(r"[^\w\- ]+", " ", document.title).strip()[:60]
    return f"{'_'.join(words.lower().split()) or 'live_object'}.liveobject"


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


def _plain(said: _MessageText) -> str:
    hint = f"Open the attached file with {_PROGRAM} to take part."
    parts = (said.words, said.title, said.description, hint)
    return "\n\n".join(part for part in parts if part) + "\n"


def _html(said: _MessageText, picture: str) -> str:
    title = html.escape(said.title)
    words = "".join(f"<p>{html.escape(each)}</p>" for each in said.words.split("\n\n") if each)
    shown = f'<p><img src="cid:{picture}" alt="{title}" width="480"></p>' if picture else ""
    described = f"<p>{html.escape(said.description)}</p>" if said.description else ""
    return (
        '<html><head><meta charset="utf-8"></head><body style="font-family: sans-serif">'
        f"{words}<h2>{title}</h2>{described}{shown}"
        f"<p>Open the attached file with {_PROGRAM} to take part.</p></body></html>\n"
    )
