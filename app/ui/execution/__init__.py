"""Runs what a sheet says: its parts, their states, the values that pass, and what channels measure."""

from app.ui.execution.metrics import Metrics
from app.ui.execution.running_sheet import RunningSheet

__all__ = ["Metrics", "RunningSheet"]
