"""The errors of the library: each says what is wrong and what to do about it, in one line."""

from app.errors import LiveObjectsError


class LibraryError(LiveObjectsError):
    """Something about a library that its user can act on."""


class DeclarationError(LibraryError, TypeError):
    """An author declared an object in a way that cannot work; raised when the class is imported."""

    def at(self, place: str) -> "DeclarationError":
        """The same mistake, with the place where it was made."""
        return DeclarationError(f"{place}: {self.what}", self.hint)


class MissingObjectError(LibraryError):
    """A reference names an object that no library on this machine has."""


class ArchiveError(LibraryError):
    """An archive is not what its reference promised, or is not safe to unpack."""


class FetchError(LibraryError):
    """An archive could not be fetched."""


class ValueRefusedError(LibraryError, ValueError):
    """A value, often from outside, does not have the type that was agreed."""
