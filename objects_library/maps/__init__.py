# SPDX-License-Identifier: BSD-3-Clause
"""Maps of the world with marks of people and positions of feeds."""
