# SPDX-License-Identifier: BSD-3-Clause
"""Processes that join, write, freeze and die on one channel."""
