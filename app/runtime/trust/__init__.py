"""Trust: who signed what, and what the user allows it to do on this machine."""

from app.runtime.trust.decider import Answer, Decider, Gate, HeadlessDecider, Remember
from app.runtime.trust.errors import (
    IdentityError,
    NotAllowedError,
    SignatureError,
    TrustError,
    TrustStoreError,
)
from app.runtime.trust.identity import Identity, fingerprint, verify
from app.runtime.trust.permissions import Permission, Question
from app.runtime.trust.signing import Voucher, signed, signer_of, vouched
from app.runtime.trust.store import EVERYTHING, Remembered, TrustStore

__all__ = [
    "EVERYTHING",
    "Answer",
    "Decider",
    "Gate",
    "HeadlessDecider",
    "Identity",
    "IdentityError",
    "NotAllowedError",
    "Permission",
    "Question",
    "Remember",
    "Remembered",
    "SignatureError",
    "TrustError",
    "TrustStore",
    "TrustStoreError",
    "Voucher",
    "fingerprint",
    "signed",
    "signer_of",
    "verify",
    "vouched",
]
