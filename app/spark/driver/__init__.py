# SPDX-License-Identifier: BSD-3-Clause
"""The Spark driver process: it owns the Java process and ends with the program that started it."""
