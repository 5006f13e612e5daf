# SPDX-License-Identifier: BSD-3-Clause
"""Set-up of a checkout on a machine with only python3 (3.8 or later); uses the standard library only."""
