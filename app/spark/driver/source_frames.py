# SPDX-License-Identifier: BSD-3-Clause
"""DataFrames of sources: static ones with the present content, or streaming ones."""

from __future__ import annotations

import contextlib
import csv
import tempfile
from pathlib import Path
from typing import Any

from app.runtime import directories
from app.spark.errors import SourceError, SparkError, describe, summarize_message
from app.spark.sources import SourceSpec, format_of_folder

_HEAD = 8 * 1024 * 1024
"""How many bytes of a large file are used to infer its columns."""
_MOST_FILES = 32
_COMPRESSED = (".gz", ".bz2", ".zst", ".snappy", ".lz4", ".xz")
_TEXTUAL = ("csv", "json")
_HIDDEN = ("_", ".")


def batch_frame(spark: Any, spec: SourceSpec, schema: Any = None, *, strict: bool = True) -> Any:
    """A static DataFrame of the present content."""
    if spec.kind in ("file", "folder"):
        return _files(spark.read, spec, schema or schema_of(spark, spec), strict=strict).load(spec.location)
    if spec.kind == "jdbc":
        return _jdbc(spark, spec)
    if spec.kind == "kafka":
        return _kafka(spark.read, spec)
    if spec.kind == "rate":
        ago = "current_timestamp() - make_dt_interval(0, 0, 0, 9 - id)"
        return spark.sql(f"select {ago} as timestamp, id as value from range(10)")  # noqa: S608 - all is ours
    if spec.kind == "socket":
        return spark.createDataFrame([], "value string")
    if spec.kind == "channel":
        return _with_channels(spark).read.format("liveobject").options(**spec.options).load(spec.location)
    return spark.table(spec.location)


def stream_frame(spark: Any, spec: SourceSpec, schema: Any = None) -> Any:
    """A streaming DataFrame of present and future content."""
    if spec.kind in ("file", "folder"):
        if spec.kind == "file":
            raise SourceError(f"{spec.location} is one file", "name the folder that it is in, if more will come")
        reader = _files(spark.readStream, spec, schema or schema_of(spark, spec), strict=True)
        return reader.load(spec.location)
    if spec.kind == "kafka":
        return _kafka(spark.readStream, spec)
    if spec.kind in ("rate", "socket"):
        return spark.readStream.format(spec.kind).options(**spec.options).load()
    if spec.kind == "channel":
        return _with_channels(spark).readStream.format("liveobject").options(**spec.options).load(spec.location)
    if spec.kind == "table":
        return spark.readStream.table(spec.location)
    raise SourceError(
        f"a source of the kind {spec.kind} does not grow by itself", "read it again on an interval: --every 5"
    )


def schema_of(spark: Any, spec: SourceSpec, *, whole: bool = False) -> Any:
    """The schema of file sources: as declared, else as Spark infers it from a part of the content."""
    from pyspark.sql.types import StructType  # noqa: PLC0415

    if spec.schema:
        try:
            return spark.createDataFrame([], spec.schema).schema
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            problem = f"the columns cannot be read: {summarize_message(str(error))}"
            hint = "write them as in SQL, such as: price DOUBLE, at TIMESTAMP"
            raise SourceError(problem, hint, str(error)) from None
    form = format_name(spec)
    if form == "text":
        return StructType().add("value", "string")
    local = Path(spec.location)
    paths = [spec.location]
    if "://" not in spec.location and local.is_dir():
        paths = _some_files(local)
        if not paths:
            raise SourceError(
                f"{spec.location} has no files yet, so nobody knows its columns",
                "put a file there, or say the columns with --schema",
            )
    with tempfile.TemporaryDirectory() as folder:
        if not whole and form in _TEXTUAL and len(paths) == 1 and "://" not in paths[0]:
            paths = [_head(Path(paths[0]), Path(folder))]
        reader = spark.read.format(form).options(**_options(spec, form))
        if form == "csv":
            reader = reader.option("inferSchema", "true")
        try:
            found = reader.load(paths).schema
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            problem = f"{Path(spec.location).name} cannot be read as {form}: {describe(error)['sentence']}"
            hint = "check the file, or say what it is with --format"
            raise SourceError(problem, hint, str(error)) from None
    # Spark adds this column for malformed rows.
    return StructType([each for each in found if each.name != "_corrupt_record"])


def format_name(spec: SourceSpec) -> str:
    """Spark's name of the file format."""
    found = spec.format
    if not found and "://" not in spec.location and Path(spec.location).is_dir():
        found = format_of_folder(Path(spec.location))
    if not found:
        raise SourceError(
            f"nobody knows what kind of files are in {spec.location}",
            "put one there, or say it with --format csv, json, parquet, orc or text",
        )
    return found


def _files(reader: Any, spec: SourceSpec, schema: Any, *, strict: bool) -> Any:
    form = format_name(spec)
    made = reader.format(form).schema(schema).options(**_options(spec, form))
    if form in _TEXTUAL and strict:
        made = made.options(mode="FAILFAST")  # report malformed rows instead of showing empty cells
        if form == "csv" and "enforceSchema" not in spec.options:
            made = made.option("enforceSchema", "false")  # report a header with other names, too
    return made


def _options(spec: SourceSpec, form: str) -> dict[str, str]:
    options = dict(spec.options)
    if form == "csv":
        if spec.location.lower().endswith(".tsv"):
            options.setdefault("sep", "\t")
        if "header" not in options:
            options["header"] = "true" if _has_header(spec, options.get("sep", ",")) else "false"
    return {**options, **spec.secrets}


def _has_header(spec: SourceSpec, separator: str) -> bool:
    """Whether the first line is a header: distinct words, none of them empty or a number."""
    path = Path(spec.location)
    if "://" in spec.location:
        return True
    if path.is_dir():
        files = _some_files(path)
        if not files:
            return True
        path = Path(files[0])
    if path.name.lower().endswith(_COMPRESSED):
        return True
    with path.open("r", encoding="utf-8", errors="replace", newline="") as stream:
        first = next(csv.reader([stream.readline(65_536)], delimiter=separator[:1] or ","), [])
    words = [word.strip() for word in first]
    return bool(words) and all(words) and len(set(words)) == len(words) and not any(map(_is_number, words))


def _is_number(word: str) -> bool:
    with contextlib.suppress(ValueError):
        float(word)
        return True
    return False


def _some_files(folder: Path) -> list[str]:
    found = sorted(
        (each for each in folder.rglob("*") if each.is_file() and not each.name.startswith(_HIDDEN)),
        key=lambda each: each.name,
    )
    filled = [each for each in found if each.stat().st_size > 0]
    return [str(each) for each in filled[:_MOST_FILES]]


def _head(path: Path, folder: Path) -> str:
    """Copy the first lines of a large file to a temporary file."""
    if path.stat().st_size <= _HEAD or path.name.lower().endswith(_COMPRESSED):
        return str(path)
    with path.open("rb") as stream:
        content = stream.read(_HEAD)
    made = folder / f"head{path.suffix}"
    made.write_bytes(content[: content.rfind(b"\n") + 1] or content)
    return str(made)


def _with_channels(spark: Any) -> Any:
    """Register the format `liveobject`; that takes seconds, so it is done on demand."""
    from app.spark.liveobject_source.data_source import register_liveobject  # noqa: PLC0415

    register_liveobject(spark)
    return spark


def _jdbc(spark: Any, spec: SourceSpec) -> Any:
    reader = spark.read.format("jdbc").option("url", spec.location)
    drivers = {"jdbc:postgresql:": "org.postgresql.Driver"}
    driver = next((name for start, name in drivers.items() if spec.location.startswith(start)), "")
    if driver:
        reader = reader.option("driver", driver)
    if spec.schema:
        reader = reader.option("customSchema", spec.schema)
    try:
        return reader.options(**spec.options, **spec.secrets).load()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        text = str(error)
        if "ClassNotFoundException" in text or "No suitable driver" in text:
            raise SourceError(
                "the JDBC driver of this database is not here",
                "install Debian's libpostgresql-jdbc-java, or put its jar into "
                f"{directories.data_directory() / 'jars'}",
                text,
            ) from None
        raise SourceError(
            f"the database cannot be read: {describe(error)['sentence']}", "check address, name and password", text
        ) from None


def _kafka(reader: Any, spec: SourceSpec) -> Any:
    made = reader.format("kafka").option("kafka.bootstrap.servers", spec.location)
    try:
        return made.options(**spec.options, **spec.secrets).load()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        text = str(error)
        if "kafka" in text.lower() and "data source" in text.lower():
            raise SourceError(
                "Spark's connector for Kafka is not here",
                f"start Spark with it while there is a network, or put its jars into "
                f"{directories.data_directory() / 'jars'}",
                text,
            ) from None
        raise SparkError(
            f"Kafka cannot be read: {describe(error)['sentence']}", "check address and topic", text
        ) from None


def size_of(spec: SourceSpec) -> int:
    """The bytes of local files; -1 if unknown."""
    if spec.kind not in ("file", "folder") or "://" in spec.location:
        return -1
    path = Path(spec.location)
    if path.is_file():
        return path.stat().st_size
    return sum(each.stat().st_size for each in path.rglob("*") if each.is_file() and not each.name.startswith(_HIDDEN))


def fingerprint_of(spec: SourceSpec) -> str | None:
    """A value that changes when local files do; None for sources that must be read."""
    if spec.kind not in ("file", "folder") or "://" in spec.location:
        return None
    path = Path(spec.location)
    found = [path] if path.is_file() else sorted(path.rglob("*"))
    marks = []
    for each in found:
        with contextlib.suppress(OSError):
            status = each.stat()
            marks.append(f"{each} {status.st_size} {status.st_mtime_ns}")
    return "\n".join(marks)
