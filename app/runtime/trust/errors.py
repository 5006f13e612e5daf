"""The errors of trust: each says what is wrong and what to do about it, in one line."""


class TrustError(Exception):
    """Something about keys, signatures or permissions that the user can act on."""

    def __init__(self, what: str, what_to_do: str) -> None:
        super().__init__(f"{what}; {what_to_do}")
        self.what = what
        self.what_to_do = what_to_do


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


class RosterError(TrustError):
    """Who is in a scope cannot be changed, or learnt, as was asked."""


class NotAllowedError(TrustError):
    """The user has not allowed what was about to happen."""
