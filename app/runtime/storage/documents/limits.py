# SPDX-License-Identifier: BSD-3-Clause
"""Limits of the store of documents; tests lower them."""

CHANGES_PER_SNAPSHOT = 1_000
BYTES_PER_SNAPSHOT = 256 << 10
HISTORY_BYTES = 64 << 20
"""Single changes and states of one document; older ones are removed."""
HISTORY_MS = 30 * 86_400_000
TOTAL_BYTES = 2 << 30
"""Beyond it the oldest unused documents are reported; none is removed without a person's word."""
RETRY_SECONDS = 0.5
GROUP_SECONDS = 0.02
"""Seconds that changes wait for others to share a transaction."""
IDLE_SECONDS = 2.0
"""Seconds without work or open documents after which the database is closed."""
