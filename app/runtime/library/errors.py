# SPDX-License-Identifier: BSD-3-Clause
"""The errors of the library: each says what is wrong and what to do about it, in one line."""

from app.errors import LiveObjectsError


class LibraryError(LiveObjectsError):
    """A library, a declaration or a value is not as it must be."""


class DeclarationError(LibraryError, TypeError):
    """A declaration is wrong; raised when the module of the class is imported."""

    def at(self, place: str) -> "DeclarationError":
        """The same error with the position where it occurred."""
        return DeclarationError(f"{place}: {self.what}", self.hint)


class MissingObjectError(LibraryError):
    """A reference names an object that no library on this machine has."""


class ArchiveError(LibraryError):
    """An archive is not what its reference promised, or is not safe to unpack."""


class FetchError(LibraryError):
    """An archive could not be fetched."""


class ValueRefusedError(LibraryError, ValueError):
    """A value does not have the type that the event or parameter declares."""
