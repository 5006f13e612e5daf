# SPDX-License-Identifier: BSD-3-Clause
"""Errors of trust."""

from app.errors import LiveObjectsError


class TrustError(LiveObjectsError):
    """An error of keys, signatures or permissions."""


class IdentityError(TrustError):
    """The key file of this user is unusable."""


class SignatureError(TrustError):
    """A signature is not by the key that it names, or not for this message."""


class TrustStoreError(TrustError):
    """The file with the user's answers is unusable."""


class SealingError(TrustError):
    """A file cannot be sealed."""


class PeopleError(TrustError):
    """A name, key or card of a person is unusable."""


class MemberListError(TrustError):
    """The member list of a scope cannot be changed or read."""


class NotAllowedError(TrustError):
    """The user has not allowed the action."""
