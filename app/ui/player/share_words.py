# SPDX-License-Identifier: BSD-3-Clause
"""What a page is shared like, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.runtime.trust import People, fingerprint
from objects_library.channels.native.sharing import SharingReport, Who

_MOST_NAMES = 8


def _tr(text: str) -> str:
    return QCoreApplication.translate("ShareWords", text)


def title_of(who: Who) -> str:
    """The name of a choice."""
    return {
        Who.ME: _tr("Only me"),
        Who.NETWORK: _tr("People on this network"),
        Who.ANYONE: _tr("Anyone I send it to"),
        Who.PEOPLE: _tr("Only these people"),
    }[who]


def explanation_of(who: Who) -> str:
    """What a choice means."""
    return {
        Who.ME: _tr("On this computer. Whoever gets the file has a copy of their own, which stays apart from yours."),
        Who.NETWORK: _tr("Whoever has the link or the file and is on the same network as you."),
        Who.ANYONE: _tr("Whoever has the link or the file. Until there is a relay, on the same network as you."),
        Who.PEOPLE: _tr("Nobody else can open what you send, whoever gets hold of it."),
    }[who]


def result_of(report: SharingReport, who: Who, me: str) -> str:
    """What the page is like, in one line."""
    if not report.parts:
        return _tr("Nothing in it is shared: everyone who gets it has a copy of their own.")
    count = _tr("1 part") if report.parts == 1 else _tr("{count} parts").format(count=report.parts)
    reach = {
        Who.ME: _tr("on this computer only"),
        Who.NETWORK: _tr("people on this network"),
        Who.ANYONE: _tr("anyone you send it to"),
        Who.PEOPLE: _tr("only these people"),
    }[who]
    keys = _tr("encrypted") if report.encrypted == len(report.channels) else _tr("in parts not encrypted")
    if not report.encrypted:
        keys = _tr("not encrypted")
    return f"{count}: {reach}, {keys}, {_owner(report, me)}"


def _owner(report: SharingReport, me: str) -> str:
    others = [each for each in report.owners if each not in ("", me)]
    if others:
        name = People().name_of(others[0]) or fingerprint(others[0])
        return _tr("{name} is the owner").format(name=name)
    return _tr("you are the owner") if me in report.owners else _tr("nobody is the owner")


def present_of(names: list[str]) -> str:
    """Who else has the page open, in one line."""
    shown = ", ".join(names[:_MOST_NAMES])
    if len(names) > _MOST_NAMES:
        shown = _tr("{names} and {count} more").format(names=shown, count=len(names) - _MOST_NAMES)
    return _tr("Also here now: {names}").format(names=shown)


def warning_of(report: SharingReport, who: Who) -> str:
    """What a person must know before they give it away; empty if there is nothing."""
    if report.only_here == report.parts and report.parts:
        return _tr("It works only on this computer.")
    if report.only_here and who is not Who.ME:
        left = report.only_here
        if left == 1:
            return _tr("1 part works only on this computer.")
        return _tr("{count} parts work only on this computer.").format(count=left)
    if report.unknown:
        return _tr("Some parts are not installed here; they stay as they are.")
    return ""
