# SPDX-License-Identifier: BSD-3-Clause
"""Users who write one note together, as processes."""
