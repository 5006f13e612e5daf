# SPDX-License-Identifier: BSD-3-Clause
"""Texts of permission requests and their consequences."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.runtime.trust import Permission, Question

_WISHES = {
    Permission.RUN_CODE: QT_TRANSLATE_NOOP("PermissionPanel", "It wants to run code on this computer: {what}"),
    Permission.RUN_FREELY: QT_TRANSLATE_NOOP(
        "PermissionPanel", "It wants to run code on this computer, without a sandbox: {what}"
    ),
    Permission.JOIN_SCOPE: QT_TRANSLATE_NOOP("PermissionPanel", "It wants to take part in “{what}” on your network"),
    Permission.READ_FILES: QT_TRANSLATE_NOOP("PermissionPanel", "It wants to read {what}"),
    Permission.WRITE_FILES: QT_TRANSLATE_NOOP("PermissionPanel", "It wants to write to {what}"),
    Permission.NETWORK: QT_TRANSLATE_NOOP("PermissionPanel", "It wants to talk to {what}"),
    Permission.DEVICES: QT_TRANSLATE_NOOP("PermissionPanel", "It wants to use the device {what}"),
    Permission.HOSTING: QT_TRANSLATE_NOOP(
        "PermissionPanel", "Somebody wants to run an object on this computer: {what}"
    ),
}
_SUBJECTS = {
    Permission.RUN_CODE: QT_TRANSLATE_NOOP("PermissionPanel", "Run code: {what}"),
    Permission.RUN_FREELY: QT_TRANSLATE_NOOP("PermissionPanel", "Run code without a sandbox: {what}"),
    Permission.JOIN_SCOPE: QT_TRANSLATE_NOOP("PermissionPanel", "Take part on your network: {what}"),
    Permission.READ_FILES: QT_TRANSLATE_NOOP("PermissionPanel", "Read files: {what}"),
    Permission.WRITE_FILES: QT_TRANSLATE_NOOP("PermissionPanel", "Write files: {what}"),
    Permission.NETWORK: QT_TRANSLATE_NOOP("PermissionPanel", "Talk to other computers: {what}"),
    Permission.DEVICES: QT_TRANSLATE_NOOP("PermissionPanel", "Use devices: {what}"),
    Permission.HOSTING: QT_TRANSLATE_NOOP("PermissionPanel", "Run objects for others: {what}"),
}
_MEANINGS = {
    Permission.RUN_CODE: QT_TRANSLATE_NOOP(
        "PermissionPanel",
        "In a sandbox, it sees what is sent to it and answers; it cannot read or change your files, use the "
        "network, or start programs, and its memory is limited. Trusted fully, it can do what you can do.",
    ),
    Permission.RUN_FREELY: QT_TRANSLATE_NOOP(
        "PermissionPanel", "Code can do what you can do. Allow it only from somebody you trust."
    ),
    Permission.JOIN_SCOPE: QT_TRANSLATE_NOOP(
        "PermissionPanel", "Others on the network who have the same file will see what you share in it."
    ),
    Permission.READ_FILES: QT_TRANSLATE_NOOP(
        "PermissionPanel", "What it reads may be shown to everyone who has this object open."
    ),
    Permission.WRITE_FILES: QT_TRANSLATE_NOOP("PermissionPanel", "It can change or replace what is there."),
    Permission.NETWORK: QT_TRANSLATE_NOOP(
        "PermissionPanel", "Whoever answers there learns the address of this computer."
    ),
    Permission.DEVICES: QT_TRANSLATE_NOOP(
        "PermissionPanel", "What it hears or sees may reach everyone who has this object open."
    ),
    Permission.HOSTING: QT_TRANSLATE_NOOP(
        "PermissionPanel", "The object runs here for somebody else, until you end it."
    ),
}


def request_text(question: Question) -> str:
    """What an object requests, in one sentence."""
    return _in_words(_WISHES[question.permission]).format(what=question.title or question.what)


def permission_text(permission: Permission, what: str) -> str:
    """What an answer is about, in a few words."""
    return _in_words(_SUBJECTS[permission]).format(what=what)


def consequence_text(question: Question) -> str:
    """What granting the request means."""
    return _in_words(_MEANINGS[question.permission])


def _in_words(text: object) -> str:
    return QCoreApplication.translate("PermissionPanel", str(text))
