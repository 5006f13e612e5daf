# SPDX-License-Identifier: BSD-3-Clause
"""A person at an object, as windows show them. No Qt in this file."""

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Person:
    """Somebody at an object: the name, and the id in that object."""

    name: str
    id: object = None

    @property
    def identity(self) -> object:
        """What is equal for one person in several objects: the digest of the key, or the name."""
        from objects_library.values.person_id import key_digest  # noqa: PLC0415 - imported after the window is painted

        return key_digest(self.id) or self.name

    @property
    def colour(self) -> int:
        """The number of the person's colour."""
        from objects_library.values.person_id import colour_number, colour_of_key  # noqa: PLC0415 - as above

        number = colour_number(self.id)
        return number if number is not None else colour_of_key(self.name)


@lru_cache(maxsize=1_000)
def person_of_key(key: str, name: str) -> Person:
    """Somebody whom no object has reported yet; the id is random, so it is made once."""
    from objects_library.values.person_id import colour_of_key, person_id  # noqa: PLC0415 - as above

    return Person(name, person_id(key, colour_of_key(key)))
