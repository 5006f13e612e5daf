# SPDX-License-Identifier: BSD-3-Clause
"""The canvas: draws and edits a sheet."""
