# SPDX-License-Identifier: BSD-3-Clause
"""The identity of a document: derived from where its members meet, not from who may come or how."""

import hashlib

DOCUMENT_BYTES = 16


def document_id(scope: str, group: str = "main", key: str = "") -> bytes:
    """The id of the document of a channel; network, owner and hints do not count, so sharing keeps the content."""
    digest = hashlib.blake2b(digest_size=DOCUMENT_BYTES, person=b"liveobj document")
    for part in (scope, group, key.lower()):
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(4, "big") + data)
    return digest.digest()
