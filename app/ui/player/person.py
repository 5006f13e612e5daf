"""The person who sits here: how others call them, and what goes out on their word. No Qt in this file."""

import getpass
import os
import platform
import pwd

from app.runtime.references import Document
from app.runtime.trust import Identity, vouched
from app.ui.settings import Settings

_LONGEST = 60


def person_name(settings: Settings | None = None) -> str:
    """The name from the settings, else that of the account, else that of the computer."""
    chosen = settings.text("name").strip() if settings is not None else ""
    return (chosen or _account_name() or platform.node() or "somebody")[:_LONGEST]


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


def vouched_for_by_user(document: Document) -> Document:
    """What leaves this computer is on somebody's word: that of whoever signed it, or else this user's."""
    return vouched(document, Identity.of_user())
