# SPDX-License-Identifier: BSD-3-Clause
"""The same query in plain PySpark: python -m bench._feed.pyspark_baseline SQL RESULT.arrow SCHEMA.

Prints the seconds from reading to having the rows in Python for each file named on its input; writes the last
rows at the end.
"""

from __future__ import annotations

import json
import os
import sys
import time

import pyarrow as pa

from app.spark.driver.session import session_options
from app.spark.java import java_home
from app.spark.settings import SparkSettings


def _main(sql: str, result: str, schema: str) -> None:
    os.environ["JAVA_HOME"] = str(java_home())
    import pyspark  # noqa: PLC0415 - needs Java
    from pyspark.sql import SparkSession  # noqa: PLC0415

    settings = SparkSettings()
    builder = SparkSession.builder.master(settings.master)
    options = session_options(settings, [], pyspark.__version__)  # the options of a feed
    for name, value in options.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    rows = pa.table({})
    for line in sys.stdin:
        file = line.strip()
        began = time.monotonic()
        spark.read.csv(file, header=True, schema=schema).createOrReplaceTempView("source")
        rows = spark.sql(sql).toArrow()
        print(json.dumps({"seconds": time.monotonic() - began}), flush=True)
    with pa.OSFile(result, "wb") as sink, pa.ipc.new_file(sink, rows.schema) as writer:
        writer.write_table(rows)
    spark.stop()


if __name__ == "__main__":
    _main(*sys.argv[1:])
