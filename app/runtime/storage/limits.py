# SPDX-License-Identifier: BSD-3-Clause
"""Limits of storage."""

MAX_RECORD_BYTES = 64 << 20
"""The largest record: the largest message of the engine."""

MAX_STATE_BYTES = 256 << 20
"""The largest state of a checkpoint."""

MAX_LOG_BYTES = 4 << 30
"""The largest size of records after the checkpoint; then writing waits for a checkpoint."""

SEGMENT_BYTES = 16 << 20
"""A log file beyond this size is followed by a new one."""

CHECKPOINT_AFTER_FILES = 64
"""A log with more files than this wants a checkpoint: every opening with an append begins a new file."""

CHECKPOINT_AFTER_BYTES = 16 << 20
"""A log larger than this, and than its state, wants a checkpoint."""

MAX_WAITING_BYTES = 64 << 20
"""Appends beyond this many unwritten bytes wait."""

COMMIT_BYTES = 8 << 20
"""One commit writes about this at most, so that the first append does not wait for the last."""

READ_BYTES = 1 << 20
"""A reader reads about this at a time."""

CHUNK_BYTES = 1 << 20
"""The largest chunk of a stored state."""

STATE_SYNC_BYTES = 8 << 20
"""A state is synced after each of these, so that its last sync is short."""

RETRY_SECONDS = 0.5
"""How often a log with a full disk retries."""
