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
from app.runtime.trust.key_file import public_key_of_user
from app.runtime.trust.people import People, Person, card_of, read_card
from app.runtime.trust.permissions import Permission, Question
from app.runtime.trust.scope_consent import ScopeConsent
from app.runtime.trust.sealing import read_document, seal, unseal
from app.runtime.trust.signing import (
    SignerAttribution,
    carries_content,
    content_signer_of,
    signed,
    signer_of,
    with_signature,
    with_signed_content,
    without_content,
)
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
    "ScopeConsent",
    "SealingError",
    "SignatureError",
    "SignerAttribution",
    "StoredAnswer",
    "TrustError",
    "TrustStore",
    "TrustStoreError",
    "card_of",
    "carries_content",
    "content_signer_of",
    "fingerprint",
    "public_key_of_user",
    "read_card",
    "read_document",
    "seal",
    "signed",
    "signer_of",
    "unseal",
    "verify",
    "with_signature",
    "with_signed_content",
    "without_content",
]
