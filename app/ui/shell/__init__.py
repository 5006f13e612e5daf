# SPDX-License-Identifier: BSD-3-Clause
"""The application shell: menus, tool bar, file handling, recovery, the tour."""
