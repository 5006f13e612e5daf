# SPDX-License-Identifier: BSD-3-Clause
"""The widgets of maps: terrain, names, marks, and moving things."""
