# SPDX-License-Identifier: BSD-3-Clause
"""Viewers of one space, each in its own process."""
