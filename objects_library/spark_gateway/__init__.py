# SPDX-License-Identifier: BSD-3-Clause
"""The gateway: a process that joins a channel on behalf of all Spark tasks on this computer."""
