# SPDX-License-Identifier: BSD-3-Clause
"""Users of one desktop, each in its own process."""
