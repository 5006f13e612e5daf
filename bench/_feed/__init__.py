# SPDX-License-Identifier: BSD-3-Clause
"""Shared parts of the feed benchmarks."""
