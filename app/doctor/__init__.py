# SPDX-License-Identifier: BSD-3-Clause
"""The doctor: checks what works on this machine, with hints about the rest."""

from app.doctor.check_runner import examine
from app.doctor.finding import Finding

__all__ = ["Finding", "examine"]
