# SPDX-License-Identifier: BSD-3-Clause
"""Operators: each copy computes what they offer from what comes in; they have no state to share."""
