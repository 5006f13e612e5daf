# SPDX-License-Identifier: BSD-3-Clause
"""The implementation that all channels over the multicast engine share."""
