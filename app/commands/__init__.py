# SPDX-License-Identifier: BSD-3-Clause
"""One module per command, found by its file name.

A module has `add_parser(subparsers)`, which describes the command with an example, and `run(args) -> int`,
which returns its exit code. Heavy imports belong inside `run`, so that `liveobjects --help` stays fast.
"""
