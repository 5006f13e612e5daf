# SPDX-License-Identifier: BSD-3-Clause
"""Plain data types and computations that several objects share; no Qt, no channel."""
