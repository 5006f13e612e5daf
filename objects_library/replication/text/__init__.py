"""Replicated text: a CRDT of characters and formats, locked sections, cursors of others."""
