# SPDX-License-Identifier: BSD-3-Clause
"""The palette of objects."""
