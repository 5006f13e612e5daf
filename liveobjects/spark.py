# SPDX-License-Identifier: BSD-3-Clause
"""Channels as a Spark data source.

`register_liveobject` adds the format `liveobject` to a Spark session, for batch and streaming reads and
writes. PySpark is imported by the first call, not with this module. The page on Spark lists the options.
"""

from app.spark import register_liveobject

__all__ = ["register_liveobject"]
