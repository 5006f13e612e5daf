# SPDX-License-Identifier: BSD-3-Clause
"""Runs a sheet: its parts, their states, the values at ports, and channel metrics."""

from app.ui.execution.metrics import Metrics
from app.ui.execution.running_sheet import RunningSheet

__all__ = ["Metrics", "RunningSheet"]
