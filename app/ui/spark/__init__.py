# SPDX-License-Identifier: BSD-3-Clause
"""The Spark panel of the window: sources, queries, and feeds."""
