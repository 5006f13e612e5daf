# SPDX-License-Identifier: BSD-3-Clause
"""The history of the content of a page: versions to look at, to name and to restore."""
