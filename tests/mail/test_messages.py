# SPDX-License-Identifier: BSD-3-Clause
"""Messages with live objects: content, through a real SMTP conversation, and hostile ones."""

from __future__ import annotations

import contextlib
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.mail import MessageError, message_with, objects_in
from app.runtime.references import MEDIA_TYPE, Composite, Document, read, write

DOCUMENT = Document(Composite(), "Plan <b>&</b> Ümlaut", 'What we do; "really".')
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


def parsed(message: EmailMessage) -> EmailMessage:
    found = message_from_bytes(bytes(message), policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("", "If you do not have the program, ask me for it."),
        ("https://example.org/<b>", "You get the program at https://example.org/<b>."),
    ],
)
def test_the_message_says_where_to_get_the_program(address: str, line: str) -> None:
    message = message_with(Document(Composite(), "Plan"), program_address=address)
    plain, html = (message.get_body((kind,)) for kind in ("plain", "html"))
    assert plain is not None
    assert html is not None
    assert line in plain.get_content()
    assert line.replace("<b>", "&lt;b&gt;") in html.get_content()


def test_the_message_has_words_a_picture_and_the_file() -> None:
    message = parsed(message_with(DOCUMENT, picture=PICTURE, to="Ann <ann@example.org>, bob@example.org"))
    assert message["To"] == "Ann <ann@example.org>, bob@example.org"
    assert message["Subject"] == "Plan <b>&</b> Ümlaut"
    plain, html = (message.get_body((kind,)) for kind in ("plain", "html"))
    assert plain is not None
    assert html is not None
    assert "What we do" in plain.get_content()
    assert "<b>" not in html.get_content()  # a title is never markup
    [picture] = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert picture.get_content() == PICTURE
    assert f"cid:{picture['Content-ID'][1:-1]}" in html.get_content()
    [attached] = [part for part in message.iter_attachments() if part.get_content_type() == MEDIA_TYPE]
    assert attached.get_filename() == "plan_b_b_ümlaut.liveobject"
    [(name, content)] = objects_in(bytes(message))
    assert name == "plan_b_b_ümlaut.liveobject"
    assert read(content) == DOCUMENT


@pytest.mark.parametrize("address", ["nobody", "a@b\nBcc: c@d", "", " , ", "<>", "a@b>\r\nX: y"])
def test_addresses_that_are_none_are_refused(address: str) -> None:
    if not address:
        assert message_with(DOCUMENT, to=address)["To"] is None
        return
    with pytest.raises(MessageError, match="is not an e-mail address"):
        message_with(DOCUMENT, to=address)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("../../etc/passwd.liveobject", "passwd.liveobject"),
        ("C:\\Windows\\x.liveobject", "x.liveobject"),
        ("x.liveobject\u202e", "x.liveobject"),
        (".liveobject", "from_mail.liveobject"),
        ("run.sh", "from_mail.liveobject"),
    ],
)
def test_names_of_attachments_lead_nowhere(name: str, kept: str) -> None:
    message = EmailMessage()
    message.set_content("x")
    kind, _, detail = MEDIA_TYPE.partition("/")
    message.add_attachment(write(DOCUMENT), maintype=kind, subtype=detail, filename=name)
    assert objects_in(bytes(message)) == [(kept, write(DOCUMENT))]


def test_files_that_mail_programs_call_something_else_are_found_by_name() -> None:
    message = EmailMessage()
    message.set_content("x")
    message.add_attachment(write(DOCUMENT), maintype="application", subtype="octet-stream", filename="Plan.LiveObject")
    assert objects_in(bytes(message)) == [("Plan.LiveObject", write(DOCUMENT))]


def test_forwarded_messages_are_looked_into() -> None:
    outer = EmailMessage()
    outer.set_content("see below")
    outer.add_attachment(message_with(DOCUMENT))
    assert [content for _, content in objects_in(bytes(outer))] == [write(DOCUMENT)]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no message at all",
        b"Content-Type: multipart/mixed\n\nx",
        b"Content-Type: message/rfc822\n\n" * 3000,
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\n" * 5000,
        b"\xff\xfe\x00" * 1000,
    ],
)
def test_rubbish_is_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(MessageError) as refused:
        objects_in(content)
    assert "\n" not in str(refused.value)


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(MessageError, match="MB"):
        objects_in(bytes(33 * 1024 * 1024))


@given(st.binary(max_size=2000))
def test_any_bytes_are_a_message_or_refused(content: bytes) -> None:
    with contextlib.suppress(MessageError):
        assert objects_in(b"Content-Type: application/vnd.liveobject+xml\n" + content)
