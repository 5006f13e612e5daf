# SPDX-License-Identifier: BSD-3-Clause
"""Controls over a shared value: what one turns or presses, all see; a switch is a Shared value."""
