"""What works on this machine, and what to do about the rest."""

from app.doctor.check_runner import examine
from app.doctor.finding import Finding

__all__ = ["Finding", "examine"]
