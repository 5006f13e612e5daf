# SPDX-License-Identifier: BSD-3-Clause
"""A page to be shared that does not run."""

from app.runtime.references import Document
from objects_library.channels.native.admission import AdmissionScope


class GivenPage:
    """Has a document, and takes the shared one."""

    can_be_shared = True

    def __init__(self, document: Document) -> None:
        self.document = document
        self.rests = 0

    def shared_document(self) -> Document:
        return self.document

    def admissions(self) -> list[AdmissionScope]:
        return []

    def gather(self) -> None:
        """It never has content."""

    async def rest(self) -> None:
        self.rests += 1

    async def take_shared(self, document: Document) -> None:
        self.document = document
