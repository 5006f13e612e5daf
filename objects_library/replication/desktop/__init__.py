# SPDX-License-Identifier: BSD-3-Clause
"""Replicated desktops: items by name, and the undo history of each person."""
