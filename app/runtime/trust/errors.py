"""The errors of trust: each says what is wrong and what to do about it, in one line."""

from app.errors import LiveObjectsError


class TrustError(LiveObjectsError):
    """Something about keys, signatures or permissions that the user can act on."""


class IdentityError(TrustError):
    """The key file of this user cannot be used as it is."""


class SignatureError(TrustError):
    """A signature was not made by the key that it names, or not for this."""


class TrustStoreError(TrustError):
    """The file with the user's answers cannot be used as it is."""


class SealingError(TrustError):
    """A file cannot be sealed as was asked."""


class PeopleError(TrustError):
    """A name, a key or a card of somebody cannot be used."""


class MemberListError(TrustError):
    """Who is in a scope cannot be changed, or learnt, as was asked."""


class NotAllowedError(TrustError):
    """The user has not allowed what was about to happen."""
