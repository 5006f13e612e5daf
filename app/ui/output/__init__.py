# SPDX-License-Identifier: BSD-3-Clause
"""Views and pages on paper, as PDF and as pictures."""
