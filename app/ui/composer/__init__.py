# SPDX-License-Identifier: BSD-3-Clause
"""The composer: visual composition of live objects."""
