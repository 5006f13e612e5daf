# SPDX-License-Identifier: BSD-3-Clause
"""Live Objects: distributed computing that a person can drag and drop."""

__version__ = "0.1.0"
