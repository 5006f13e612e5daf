# SPDX-License-Identifier: BSD-3-Clause
"""The canvas of a 2D desktop."""
