# SPDX-License-Identifier: BSD-3-Clause
"""The result of one check."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Whether something works; `required` if the program is useless without it."""

    name: str
    works: bool
    detail: str
    hint: str = ""
    required: bool = False

    def as_json(self) -> dict[str, str | bool]:
        """Return the finding as a JSON value."""
        return {
            "name": self.name,
            "works": self.works,
            "required": self.required,
            "detail": self.detail,
            "what_to_do": self.hint,
        }
