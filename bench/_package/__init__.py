# SPDX-License-Identifier: BSD-3-Clause
"""Clean machines for the package: root file systems and virtual desktops."""
