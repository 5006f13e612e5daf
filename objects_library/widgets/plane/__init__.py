# SPDX-License-Identifier: BSD-3-Clause
"""A plane that pans and zooms, drawn in tiles, with the pointers of others."""
