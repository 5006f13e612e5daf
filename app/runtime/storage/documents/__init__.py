# SPDX-License-Identifier: BSD-3-Clause
"""The store of documents: what people make, kept on disk with its history."""

from app.runtime.storage.documents.change import Change, ChangeKind
from app.runtime.storage.documents.history import DocumentHistory, Head
from app.runtime.storage.documents.identity import document_id
from app.runtime.storage.documents.records import DocumentInfo, Stored, StoredState, Summary, Version
from app.runtime.storage.documents.store import DocumentStore, OpenDocument

__all__ = [
    "Change",
    "ChangeKind",
    "DocumentHistory",
    "DocumentInfo",
    "DocumentStore",
    "Head",
    "OpenDocument",
    "Stored",
    "StoredState",
    "Summary",
    "Version",
    "document_id",
]
