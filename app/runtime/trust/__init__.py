# SPDX-License-Identifier: BSD-3-Clause
"""Trust: who signed what, and what the user allows it to do on this machine."""

from app.runtime.trust.decider import Answer, Decider, Gate, HeadlessDecider, Remember
from app.runtime.trust.errors import (
    IdentityError,
    MemberListError,
    NotAllowedError,
    PeopleError,
    SealingError,
    SignatureError,
    TrustError,
    TrustStoreError,
)
from app.runtime.trust.identity import Identity, fingerprint, verify
from app.runtime.trust.people import People, Person, card_of, read_card
from app.runtime.trust.permissions import Permission, Question
from app.runtime.trust.sealing import read_document, seal, unseal
from app.runtime.trust.signing import SignerAttribution, signed, signer_of, with_signature
from app.runtime.trust.store import EVERYTHING, StoredAnswer, TrustStore

__all__ = [
    "EVERYTHING",
    "Answer",
    "Decider",
    "Gate",
    "HeadlessDecider",
    "Identity",
    "IdentityError",
    "MemberListError",
    "NotAllowedError",
    "People",
    "PeopleError",
    "Permission",
    "Person",
    "Question",
    "Remember",
    "SealingError",
    "SignatureError",
    "SignerAttribution",
    "StoredAnswer",
    "TrustError",
    "TrustStore",
    "TrustStoreError",
    "card_of",
    "fingerprint",
    "read_card",
    "read_document",
    "seal",
    "signed",
    "signer_of",
    "unseal",
    "verify",
    "with_signature",
]
