"""Gestures on the canvas, one class each."""
