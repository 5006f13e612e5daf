# SPDX-License-Identifier: BSD-3-Clause
"""Help without a network: the pages for people with a full-text search, and the list of shortcuts."""
