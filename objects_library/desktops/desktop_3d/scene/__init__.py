# SPDX-License-Identifier: BSD-3-Clause
"""The scene of a 3D desktop."""
