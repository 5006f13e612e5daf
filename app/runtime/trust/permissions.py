# SPDX-License-Identifier: BSD-3-Clause
"""What an object may want to do on this machine, and the question that it raises."""

from dataclasses import dataclass
from enum import Enum

from app.runtime.trust.identity import fingerprint


class Permission(Enum):
    """What the user can allow or deny; the value is its name in files and commands."""

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
    """A request for a permission, which the user is asked about unless it was answered before.

    `what` is exact (a digest, a path, an address); `title` is its name for people. `signer` is the public key
    of whoever signed the code that asks, or None. `network` is that of a scope; `own` is whether the scope
    names no other owner than the user.
    """

    permission: Permission
    what: str
    signer: str | None = None
    title: str = ""
    network: str = ""
    own: bool = False

    def __str__(self) -> str:
        by = f"signed by {fingerprint(self.signer)}" if self.signer else "signed by nobody"
        return f"{self.permission.words} {self.title or self.what} ({by})"
