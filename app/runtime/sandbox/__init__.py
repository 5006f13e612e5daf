# SPDX-License-Identifier: BSD-3-Clause
"""Sandboxes: foreign code in a process of its own, which can reach nothing but its endpoints."""

from app.runtime.sandbox.confinement import MEMORY, Mechanisms, find_mechanisms
from app.runtime.sandbox.errors import ConfinementError, SandboxError
from app.runtime.sandbox.libraries import Sandboxes

__all__ = ["MEMORY", "ConfinementError", "Mechanisms", "SandboxError", "Sandboxes", "find_mechanisms"]
