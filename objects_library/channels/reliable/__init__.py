# SPDX-License-Identifier: BSD-3-Clause
"""A channel over the multicast engine."""
