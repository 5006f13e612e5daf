# SPDX-License-Identifier: BSD-3-Clause
"""The canvas of a whiteboard: strokes, shapes, texts and gestures."""
