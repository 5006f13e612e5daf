# SPDX-License-Identifier: BSD-3-Clause
"""Documents: a simulation by seeds, and homes whose network can be cut."""
