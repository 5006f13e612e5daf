# SPDX-License-Identifier: BSD-3-Clause
"""Replicated drawings: shapes on a plane, and who else looks at them."""
