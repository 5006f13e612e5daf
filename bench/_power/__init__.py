# SPDX-License-Identifier: BSD-3-Clause
"""Power cuts: a writer's file operations are recorded, and disk images made as a power cut may leave them."""
