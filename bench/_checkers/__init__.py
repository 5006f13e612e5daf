# SPDX-License-Identifier: BSD-3-Clause
"""Checkers: read traces of real processes, verify the guarantees of channels, and show violating lines."""

from bench._checkers.trace import Event, Trace, read_trace
from bench._checkers.trace_checker import CHECKS, Report, check_traces
from bench._checkers.violation import TraceLine, Violation

__all__ = ["CHECKS", "Event", "Report", "Trace", "TraceLine", "Violation", "check_traces", "read_trace"]
