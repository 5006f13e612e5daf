# SPDX-License-Identifier: BSD-3-Clause
"""Comments with replies, as every copy keeps them."""
