"""What one check found."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Whether something works here; `required` when the program is of no use without it."""

    name: str
    works: bool
    detail: str
    hint: str = ""
    required: bool = False

    def as_json(self) -> dict[str, str | bool]:
        """For machines."""
        return {
            "name": self.name,
            "works": self.works,
            "required": self.required,
            "detail": self.detail,
            "what_to_do": self.hint,
        }
