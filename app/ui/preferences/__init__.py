# SPDX-License-Identifier: BSD-3-Clause
"""The settings window: pages in a list, changes that apply at once, and a search."""
