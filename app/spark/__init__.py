# SPDX-License-Identifier: BSD-3-Clause
"""Spark integration: the driver process, sources, queries, and feeds that publish results into channels."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["register_liveobject"]


def register_liveobject(spark: SparkSession) -> None:
    """Register the data source `liveobject`: `spark.read.format("liveobject")` and so on."""
    from app.spark.liveobject_source.data_source import register_liveobject as register  # noqa: PLC0415

    register(spark)
