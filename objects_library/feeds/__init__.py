# SPDX-License-Identifier: BSD-3-Clause
"""Feeds: objects that report data repeatedly."""
