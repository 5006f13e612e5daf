# SPDX-License-Identifier: BSD-3-Clause
"""Tables and charts of feeds."""
