# SPDX-License-Identifier: BSD-3-Clause
"""The player: a window with an object's views, its people, and the connection state."""
