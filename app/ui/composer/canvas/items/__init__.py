# SPDX-License-Identifier: BSD-3-Clause
"""Graphics items of a sheet; they depend on the model, never the reverse."""
