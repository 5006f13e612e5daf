# SPDX-License-Identifier: BSD-3-Clause
"""Benchmarks: one module each, found by its file name and started with `liveobjects bench NAME`.

A module has a docstring that says what it measures, `add_arguments(parser)`, and `run(args) -> int`. `run`
prints its numbers (as JSON with `--json`) and returns 0, or 1 when a promise is broken.
"""
