"""The message in which a live object travels: a file that opens it, a picture of it, and words."""

from __future__ import annotations

import html
import re
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, localtime, make_msgid

from app.mail.reading import MessageError
from app.runtime.references import MEDIA_TYPE, Document, write

_PROGRAM = "Live Objects"


def message_with(
    document: Document, *, picture: bytes | None = None, to: str = "", sender: str = "", words: str = ""
) -> EmailMessage:
    """A complete message; mail programs open it as a draft, and whoever has it sends it or not."""
    message = EmailMessage()
    title = " ".join(document.title.split()) or "A live object"
    message["Subject"] = title[:200]
    if to:
        message["To"] = _addresses(to)
    if sender:
        message["From"] = _addresses(sender)
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain="liveobjects.invalid")
    message["X-Unsent"] = "1"  # mail programs open it as a draft
    message.set_content(plain_words(document, words))
    shown = make_msgid(domain="liveobjects.invalid")
    message.add_alternative(_html(document, title, words, shown[1:-1] if picture else ""), subtype="html")
    if picture:
        body = message.get_body(preferencelist=("html",))
        assert isinstance(body, EmailMessage)
        body.add_related(picture, "image", "png", cid=shown, disposition="inline", filename="picture.png")
    kind, _, detail = MEDIA_TYPE.partition("/")
    message.add_attachment(write(document), maintype=kind, subtype=detail, filename=file_name(document))
    return message


def file_name(document: Document) -> str:
    """A name for its file that every system takes."""
    words = re.sub(r"[^\w\- ]+", " ", document.title).strip()[:60]
    return f"{'_'.join(words.lower().split()) or 'live_object'}.liveobject"


def _addresses(text: str) -> list[Address]:
    """Addresses, separated by commas; a line break in one would be a header of somebody else's."""
    found = []
    for part in (each.strip() for each in text.split(",")):
        name, _, spec = part.rpartition("<")
        try:
            if any(ord(each) < 32 for each in part) or "@" not in part:
                raise ValueError
            found.append(Address(name.strip().strip('"'), addr_spec=(spec.rstrip(">") if name else part)))
        except (ValueError, IndexError, AttributeError):
            raise MessageError(
                f"{part[:60]!r} is not an e-mail address", "write it as name@example.org"
            ) from None
    return found


def plain_words(document: Document, words: str = "") -> str:
    """What the message says, for those who read no HTML."""
    what_to_do = f"Open the attached file with {_PROGRAM} to take part."
    parts = (words, document.title or "A live object", document.description, what_to_do)
    return "\n\n".join(part for part in parts if part) + "\n"


def _html(document: Document, title: str, words: str, picture: str) -> str:
    said = "".join(f"<p>{html.escape(each)}</p>" for each in words.split("\n\n") if each)
    shown = f'<p><img src="cid:{picture}" alt="{html.escape(title)}" width="480"></p>' if picture else ""
    described = f"<p>{html.escape(document.description)}</p>" if document.description else ""
    return (
        '<html><head><meta charset="utf-8"></head><body style="font-family: sans-serif">'
        f"{said}<h2>{html.escape(title)}</h2>{described}{shown}"
        f"<p>Open the attached file with {_PROGRAM} to take part.</p></body></html>\n"
    )
