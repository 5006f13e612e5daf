# SPDX-License-Identifier: BSD-3-Clause
"""Feeds: continuous queries whose results are published through a channel."""
