"""Sandboxes: code from elsewhere in a process of its own, which can reach nothing but its endpoints."""
