"""Replicated drawings: shapes on a plane, and who else looks at them."""
