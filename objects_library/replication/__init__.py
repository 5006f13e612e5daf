# SPDX-License-Identifier: BSD-3-Clause
"""Replicated state machines: the state that all copies of an object agree on; no Qt."""
