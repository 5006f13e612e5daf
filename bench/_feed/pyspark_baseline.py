"""The same query by PySpark alone: python -m bench._feed.pyspark_baseline SQL RESULT.arrow SCHEMA.

For each file that is named on its input, a JSON line with the seconds from reading it to having the rows in
Python; at the end of the input it leaves the last rows.
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
    options = session_options(settings, [], pyspark.__version__)  # as a feed has them
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
