# SPDX-License-Identifier: BSD-3-Clause
"""Sources of a query, parsed from paths and addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from app.spark.errors import SourceError

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}", re.ASCII)
_LONGEST = 4_096
_MOST_OPTIONS = 64
FILE_FORMATS = {
    ".csv": "csv", ".tsv": "csv", ".json": "json", ".jsonl": "json", ".ndjson": "json",
    ".parquet": "parquet", ".pq": "parquet", ".orc": "orc", ".txt": "text", ".log": "text", ".text": "text",
}  # fmt: skip
_COMPRESSED = (".gz", ".bz2", ".zst", ".snappy", ".lz4", ".xz")
_SECRETS = ("password", "user", "sfpassword", "kafka.sasl.jaas.config")
KINDS = ("file", "folder", "jdbc", "kafka", "rate", "socket", "table", "channel")


@dataclass(frozen=True)
class SourceSpec:
    """A source: its table name in queries, and how Spark reads it.

    `kind` is one of KINDS; `location` is a path, an address or the name of a table; `schema` overrides the
    inferred columns, in SQL (`price DOUBLE, at TIMESTAMP`); `grows` tells whether more data may arrive.
    """

    name: str
    kind: str
    location: str
    format: str = ""
    options: dict[str, str] = field(default_factory=dict)
    schema: str = ""
    grows: bool = False
    secrets: dict[str, str] = field(default_factory=dict)
    """Passwords and the like: only for Spark, never shown."""

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise SourceError(
                f"{self.name[:70]!r} cannot be the name of a table", "use letters, digits and _, such as sales"
            )
        if self.kind not in KINDS:
            raise SourceError(f"nobody knows sources of the kind {self.kind[:40]!r}", f"use {', '.join(KINDS)}")
        if len(self.location) > _LONGEST or len(self.options) > _MOST_OPTIONS:
            raise SourceError("the source is described with too many words", "use a shorter path and less options")

    def to_dict(self, *, secrets: bool = False) -> dict[str, Any]:
        """The source as a plain value, by default without secrets."""
        made: dict[str, Any] = {
            "name": self.name, "kind": self.kind, "location": self.location, "format": self.format,
            "options": dict(self.options), "schema": self.schema, "grows": self.grows,
        }  # fmt: skip
        return {**made, "secrets": dict(self.secrets)} if secrets else made

    @classmethod
    def from_dict(cls, value: dict[str, Any]) -> SourceSpec:
        """The source from a plain value."""
        return cls(
            str(value["name"]), str(value["kind"]), str(value["location"]), str(value.get("format", "")),
            _texts(value.get("options")), str(value.get("schema", "")), bool(value.get("grows", False)),
            _texts(value.get("secrets")),
        )  # fmt: skip

    def with_schema(self, schema: str) -> SourceSpec:
        """A copy with declared columns."""
        return replace(self, schema=schema)


def parse_source(text: str, name: str = "source", *, named: bool = True, **given: Any) -> SourceSpec:
    """Parse `[NAME=]PATH-OR-URL`."""
    if named:
        before, equals, after = text.partition("=")
        if equals and NAME.fullmatch(before):
            name, text = before, after
    if not text or len(text) > _LONGEST or "\0" in text:
        raise SourceError("the source has no name that can be looked for", "give a path or an address")
    scheme = text.split(":", 1)[0].lower() if re.match(r"[A-Za-z][A-Za-z0-9+.\-]+:", text) else ""
    reader = _BY_SCHEME.get(scheme)
    made = reader(name, text) if reader is not None else _file(name, text, remote="://" in text)
    options = {**made.options, **_texts(given.get("options"))}
    secrets = dict(made.secrets)
    for key in [key for key in options if key.lower() in _SECRETS]:
        secrets[key] = options.pop(key)
    grows = given.get("grows")
    return replace(
        made, options=options, secrets=secrets, schema=str(given.get("schema") or ""),
        format=str(given.get("format") or made.format), grows=made.grows if grows is None else bool(grows),
    )  # fmt: skip


def format_of(path: str) -> str:
    """The file format by suffix; empty if unknown."""
    lower = path.lower().rstrip("/")
    for ending in _COMPRESSED:
        lower = lower.removesuffix(ending)
    return FILE_FORMATS.get(Path(lower).suffix, "")


def _file(name: str, text: str, *, remote: bool = False) -> SourceSpec:
    location = text
    if text.startswith("file:"):
        location, remote = unquote(urlsplit(text).path), False
    if remote:
        grows = text.endswith("/")
        return SourceSpec(name, "folder" if grows else "file", text, format_of(text), grows=grows)
    if location.endswith(".liveobject"):
        return SourceSpec(name, "channel", str(Path(location).absolute()), "liveobject", grows=True)
    path = Path(location).expanduser().absolute()
    if path.is_dir():
        return SourceSpec(name, "folder", str(path), format_of(str(path)) or format_of_folder(path), grows=True)
    if not path.exists():
        raise SourceError(f"there is no file {location}", "check the path")
    found = format_of(str(path))
    if not found:
        raise SourceError(
            f"nobody knows what is in {path.name} by its name", "say it with --format csv, json, parquet, orc or text"
        )
    return SourceSpec(name, "file", str(path), found)


def format_of_folder(folder: Path) -> str:
    """The format of the first file in a folder; empty if unknown."""
    for count, each in enumerate(sorted(folder.rglob("*"))):
        if each.is_file() and not each.name.startswith(("_", ".")) and format_of(each.name):
            return format_of(each.name)
        if count > 1_000:
            break
    return ""


def _channel(name: str, text: str) -> SourceSpec:
    return _file(name, text.partition(":")[2])


def _jdbc(name: str, text: str) -> SourceSpec:
    """`jdbc:postgresql://HOST/DB?dbtable=T`, or `postgresql://USER:PASSWORD@HOST/DB?table=T`."""
    parts = urlsplit(text.removeprefix("jdbc:"))
    if not parts.netloc and not parts.path:
        raise SourceError("this is no address of a database", "use postgresql://USER@HOST/DATABASE?table=NAME")
    query = dict(parse_qsl(parts.query))
    table = query.pop("table", "") or query.pop("dbtable", "")
    sql = query.pop("query", "")
    secrets: dict[str, str] = {key: query.pop(key) for key in ("user", "password") if key in query}
    if parts.username:
        secrets["user"] = unquote(parts.username)
    if parts.password:
        secrets["password"] = unquote(parts.password)
    if not table and not sql:
        raise SourceError("nobody knows which table of the database is meant", "add ?table=NAME to the address")
    where = parts.netloc.rpartition("@")[2]
    scheme = "postgresql" if parts.scheme in ("postgres", "postgresql") else parts.scheme
    further = "&".join(f"{key}={value}" for key, value in query.items())
    url = f"jdbc:{scheme}://{where}{parts.path}" + (f"?{further}" if further else "")
    options = {"query": sql} if sql else {"dbtable": table}
    return SourceSpec(name, "jdbc", url, "jdbc", options, secrets=secrets)


def _kafka(name: str, text: str) -> SourceSpec:
    parts = urlsplit(text)
    topic = parts.path.strip("/")
    if not parts.netloc or not topic:
        raise SourceError("this is no topic of Kafka", "use kafka://HOST:PORT/TOPIC")
    options = {"subscribe": topic, "startingOffsets": "earliest", **dict(parse_qsl(parts.query))}
    return SourceSpec(name, "kafka", parts.netloc, "kafka", options, grows=True)


def _rate(name: str, text: str) -> SourceSpec:
    rows = text.partition(":")[2].strip("/") or "1"
    if not rows.isdecimal() or not 1 <= int(rows) <= 1_000_000:
        raise SourceError(f"{rows[:20]!r} is no number of rows a second", "use rate:10, at most rate:1000000")
    return SourceSpec(name, "rate", rows, "rate", {"rowsPerSecond": rows}, grows=True)


def _socket(name: str, text: str) -> SourceSpec:
    parts = urlsplit(text)
    try:
        port = parts.port
    except ValueError:
        port = None
    if not parts.hostname or port is None:
        raise SourceError("this is no address of lines of text", "use socket://HOST:PORT")
    return SourceSpec(name, "socket", parts.netloc, "socket", {"host": parts.hostname, "port": str(port)}, grows=True)


def _table(name: str, text: str) -> SourceSpec:
    found = text.partition(":")[2].strip("/")
    if not re.fullmatch(r"(?:[\w\-]+|`[^`]+`)(?:\.(?:[\w\-]+|`[^`]+`)){0,3}", found):
        raise SourceError(f"{found[:60]!r} is no name of a table", "use table:NAME or table:CATALOG.SCHEMA.NAME")
    return SourceSpec(name, "table", found, "table")


_BY_SCHEME = {
    "jdbc": _jdbc, "postgresql": _jdbc, "postgres": _jdbc, "mysql": _jdbc, "mariadb": _jdbc,
    "kafka": _kafka, "rate": _rate, "socket": _socket, "table": _table, "channel": _channel,
    "file": _file,
}  # fmt: skip


def _texts(value: Any) -> dict[str, str]:
    return {str(key): str(each) for key, each in value.items()} if isinstance(value, dict) else {}
