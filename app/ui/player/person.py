"""How others call the person who sits here. No Qt in this file."""

import getpass
import os
import platform
import pwd

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
