"""Replicated state machines: the state that all copies of an object agree on; no Qt."""
