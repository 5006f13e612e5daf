# SPDX-License-Identifier: BSD-3-Clause
"""Endpoints in other processes: tickets, and encrypted sessions between nodes that hold one."""
