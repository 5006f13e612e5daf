"""What an object may want to do on this machine, and the question that it raises."""

from dataclasses import dataclass
from enum import Enum

from app.runtime.trust.identity import fingerprint


class Permission(Enum):
    """A kind of thing that needs the user's word; the value is what files and commands call it."""

    RUN_CODE = "run-code"
    RUN_FREELY = "run-freely"
    JOIN_SCOPE = "join-scope"
    READ_FILES = "read-files"
    WRITE_FILES = "write-files"
    NETWORK = "network"
    DEVICES = "devices"
    HOSTING = "hosting"

    @property
    def words(self) -> str:
        """The permission in a sentence: "it wants to …"."""
        return _WORDS[self]


_WORDS = {
    Permission.RUN_CODE: "run the code",
    Permission.RUN_FREELY: "run, without a sandbox, the code",
    Permission.JOIN_SCOPE: "join the network scope",
    Permission.READ_FILES: "read",
    Permission.WRITE_FILES: "write to",
    Permission.NETWORK: "talk to",
    Permission.DEVICES: "use the device",
    Permission.HOSTING: "run objects for others:",
}


@dataclass(frozen=True)
class Question:
    """Something that the user is asked: may this be done here, on the word of that signer?

    `what` is exact (a digest, a path, an address); `title` is what people call it. Nobody has signed when
    `signer` is None.
    """

    permission: Permission
    what: str
    signer: str | None = None
    title: str = ""

    def __str__(self) -> str:
        by = f"signed by {fingerprint(self.signer)}" if self.signer else "signed by nobody"
        return f"{self.permission.words} {self.title or self.what} ({by})"
