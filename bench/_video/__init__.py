# SPDX-License-Identifier: BSD-3-Clause
"""Users who watch a video or a picture, each in its own process."""
