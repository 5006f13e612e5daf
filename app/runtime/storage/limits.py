"""The bounds of the store; each is a promise that something does not grow without end."""

MAX_RECORD_BYTES = 64 << 20
"""The largest record; as large as the largest message of the engine."""

MAX_STATE_BYTES = 256 << 20
"""The largest state that a checkpoint can hold."""

MAX_LOG_BYTES = 4 << 30
"""Records after the last checkpoint take at most this; then writing waits for a checkpoint."""

SEGMENT_BYTES = 16 << 20
"""A file of the log that has grown beyond this is followed by a new one."""

CHECKPOINT_AFTER_BYTES = 16 << 20
"""A log that is longer than this, and than its state, wants a checkpoint."""

CHECKPOINT_AFTER_FILES = 64
"""So does a log in more files than this: every opening that is followed by an append begins a new one."""

MAX_WAITING_BYTES = 64 << 20
"""Appends that bring more than this before it is on disk wait for their turn."""

COMMIT_BYTES = 8 << 20
"""One commit writes about this at most, so that the first of many is not kept waiting by the last."""

READ_BYTES = 1 << 20
"""A reader takes about this at a time."""

CHUNK_BYTES = 1 << 20
"""States are stored in pieces of at most this."""

STATE_SYNC_BYTES = 8 << 20
"""A state goes to disk after each of these, so that its last sync is short."""

RETRY_SECONDS = 0.5
"""How often a log whose disk was full tries again."""
