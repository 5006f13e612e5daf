"""The same query by PySpark alone: python -m bench._feed.plain SQL RESULT.arrow SCHEMA.

For each file that is named on its input, a JSON line with the seconds from reading it to having the rows in
Python; at the end of the input it leaves the last rows.
"""

from __future__ import annotations

import json
import os
import sys
import time

import pyarrow as pa

from app.spark.java import java_home


def _main(sql: str, result: str, schema: str) -> None:
    os.environ["JAVA_HOME"] = str(java_home())
    from pyspark.sql import SparkSession  # noqa: PLC0415 - needs Java

    builder = SparkSession.builder.master("local[2]").config("spark.driver.memory", "512m")
    options = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.driver.extraJavaOptions": "-Xss4m -XX:+UseSerialGC",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
    }
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
