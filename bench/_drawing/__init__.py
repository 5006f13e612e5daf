# SPDX-License-Identifier: BSD-3-Clause
"""Users who draw on one whiteboard, each in its own process."""
