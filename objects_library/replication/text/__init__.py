# SPDX-License-Identifier: BSD-3-Clause
"""Replicated text: a CRDT of characters and formats, locked sections, cursors of others."""
