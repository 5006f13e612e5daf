# SPDX-License-Identifier: BSD-3-Clause
"""Live objects in e-mail: writing and reading messages. Nothing is sent."""

from app.mail.message_reader import MessageError, is_message, objects_in
from app.mail.message_writer import file_name, file_stem, message_with, message_with_sealed, plain_text

__all__ = [
    "MessageError",
    "file_name",
    "file_stem",
    "is_message",
    "message_with",
    "message_with_sealed",
    "objects_in",
    "plain_text",
]
