# SPDX-License-Identifier: BSD-3-Clause
"""The editor of a note: pane, actions, tool bar, versions."""
