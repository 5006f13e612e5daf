# SPDX-License-Identifier: BSD-3-Clause
"""Other multicast systems, each used as its documentation recommends, in one harness."""
