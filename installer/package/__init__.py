# SPDX-License-Identifier: BSD-3-Clause
"""Builds the bundle, which includes Python, and the packages that install it."""
