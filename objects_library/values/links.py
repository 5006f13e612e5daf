# SPDX-License-Identifier: BSD-3-Clause
"""Validation of the addresses and files of links."""

from __future__ import annotations

from urllib.parse import urlsplit

LONGEST_TITLE = 200
LONGEST_ADDRESS = 2_000
LONGEST_NOTE = 2_000
LONGEST_PATH = 1_000
LARGEST_FILE = 16 * 1024 * 1024
"""Bytes of a file that is stored in its link."""
SCHEMES = ("http", "https", "mailto")


def wrong_address(address: str) -> str:
    """Why an address is refused; empty if it is not."""
    if len(address) > LONGEST_ADDRESS:
        return f"an address has at most {LONGEST_ADDRESS:,} characters"
    if any(not sign.isprintable() or sign.isspace() for sign in address):
        return "an address has no spaces and no signs that cannot be seen"
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return "that is no address; write it as https://example.org"
    if parts.scheme not in SCHEMES:
        return "an address begins with https://, http:// or mailto:"
    if parts.scheme == "mailto":
        return "" if "@" in parts.path else "after mailto: comes somebody's address, as ann@example.org"
    if not host:
        return "that is no address; write it as https://example.org"
    return "whoever has a password in an address shows it to all" if parts.password else ""


def host_of(address: str) -> str:
    """The host of an address in ASCII, which reveals look-alike letters."""
    if wrong_address(address):
        return ""
    parts = urlsplit(address)
    host = parts.path.rpartition("@")[2].partition("?")[0] if parts.scheme == "mailto" else parts.hostname or ""
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return ascii(host)[1:-1]


def wrong_words(title: str, note: str) -> str:
    """Why a title or a note is too long; empty if it is not."""
    if len(title) > LONGEST_TITLE or "\n" in title:
        return f"a title is one line of at most {LONGEST_TITLE} characters"
    return "" if len(note) <= LONGEST_NOTE else f"a note has at most {LONGEST_NOTE:,} characters"


def file_name(name: str) -> str:
    """A safe file name from an untrusted one."""
    last = name.replace("\\", "/").rpartition("/")[2]
    plain = "".join(sign for sign in last if sign.isprintable()).strip(" .")
    return plain[:LONGEST_TITLE]


def amount(count: int) -> str:
    """Format a file size."""
    if count < 1_000:
        return f"{count} B"
    return f"{count / 1_000:.0f} kB" if count < 1_000_000 else f"{count / 1_000_000:.1f} MB"
