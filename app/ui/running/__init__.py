"""Runs what a sheet says: its parts, their states, the values that pass, and what channels measure."""

from app.ui.running.metrics import Metrics
from app.ui.running.sheet import RunningSheet

__all__ = ["Metrics", "RunningSheet"]
