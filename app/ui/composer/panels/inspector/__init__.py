# SPDX-License-Identifier: BSD-3-Clause
"""The inspector of the selection."""
