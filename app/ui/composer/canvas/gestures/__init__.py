# SPDX-License-Identifier: BSD-3-Clause
"""Gestures on the canvas, one class each."""
