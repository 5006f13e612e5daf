# SPDX-License-Identifier: BSD-3-Clause
"""Reads the files of the original Live Distributed Objects platform."""

from app.runtime.references.original.convert import Conversion, Part, convert
from app.runtime.references.original.description import ORIGINAL_NAMESPACE

__all__ = ["ORIGINAL_NAMESPACE", "Conversion", "Part", "convert"]
