# SPDX-License-Identifier: BSD-3-Clause
"""Attached sources, and queries over their present content."""

from __future__ import annotations

import contextlib
import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from app.spark.arrow_stream import to_bytes
from app.spark.driver.session import Session
from app.spark.driver.source_frames import batch_frame, size_of
from app.spark.errors import QueryError, describe
from app.spark.sources import SourceSpec

_SAMPLE = 50
_MOST_SHOWN = 10_000
_MOST_TABLES = 500
_LOOK_EVERY = 0.3
_ASKING = ("select", "with", "from", "values", "table")
_CHANGING = frozenset(
    (
        *("add", "alter", "analyze", "begin", "cache", "call", "clear", "comment", "create", "declare"),
        *("delete", "describe", "drop", "execute", "explain", "export", "grant", "import", "insert"),
        *("install", "list", "load", "lock", "merge", "msck", "refresh", "remove", "repair", "replace"),
        *("reset", "revoke", "set", "show", "truncate", "uncache", "unlock", "unset", "update", "use"),
        *_ASKING,
    )
)


class Queries:
    """Handles the requests of a person who writes a query."""

    def __init__(self, session: Session, send: Callable[[dict[str, Any]], None]) -> None:
        self._session = session
        self._send = send
        self._attached: dict[str, SourceSpec] = {}

    def attach(self, request: dict[str, Any]) -> dict[str, Any]:
        """Register a source as a table; return columns and first rows. Count and size follow as events."""
        spec = SourceSpec.from_dict(request["source"])
        spark = self._session.spark
        frame = batch_frame(spark, spec, strict=False)
        frame.createOrReplaceTempView(spec.name)
        self._attached[spec.name] = spec
        with self.job_group(f"sample {spec.name}"):
            sample = frame.limit(int(request.get("sample", _SAMPLE))).toArrow()
        if request.get("count", True):
            threading.Thread(target=self._count, args=(spec, frame), daemon=True).start()
        return {
            "columns": columns_of(frame.schema), "sample": to_bytes(sample), "grows": spec.grows,
            "format": spec.format, "size": size_of(spec),
        }  # fmt: skip

    def detach(self, request: dict[str, Any]) -> None:
        """Remove the table of a source."""
        if self._attached.pop(request["name"], None) is not None:
            self._session.spark.catalog.dropTempView(request["name"])

    def check(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the columns of a query's result without running it."""
        return {"columns": columns_of(query(self._session.spark, request["sql"]).schema)}

    def preview(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the first rows of a result."""
        limit = max(1, min(int(request.get("limit", 100)), _MOST_SHOWN))
        began = time.monotonic()
        frame = query(self._session.spark, request["sql"])
        with self.job_group(str(request.get("token", "preview"))):
            found = frame.limit(limit + 1).toArrow()
        return {
            "columns": columns_of(frame.schema), "rows": to_bytes(found.slice(0, limit)),
            "cut": found.num_rows > limit, "seconds": time.monotonic() - began,
        }  # fmt: skip

    def cancel(self, request: dict[str, Any]) -> None:
        """Cancel what runs under a token."""
        token = str(request["token"])
        if self._session.settings.connect:
            self._session.spark.interruptTag(_tag(token))
        else:
            self._session.spark.sparkContext.cancelJobGroup(token)

    def tables(self, _request: dict[str, Any]) -> list[dict[str, Any]]:
        """All tables with their columns: attached sources, and the catalog."""
        spark = self._session.spark
        found = []
        for each in spark.catalog.listTables()[:_MOST_TABLES]:
            name = each.name if each.isTemporary else ".".join([*(each.namespace or []), each.name])
            with contextlib.suppress(Exception):  # skip a table whose files are missing
                columns = columns_of(spark.table(f"`{each.name}`" if each.isTemporary else name).schema)
                found.append({"name": name, "columns": columns, "attached": each.name in self._attached})
        return found

    @contextlib.contextmanager
    def job_group(self, token: str) -> Iterator[None]:
        """Run jobs of this thread in a group, so that they can be tracked and cancelled."""
        spark = self._session.spark
        if self._session.settings.connect:
            spark.addTag(_tag(token))
            try:
                yield
            finally:
                spark.removeTag(_tag(token))
            return
        context = spark.sparkContext
        context.setJobGroup(token, token, interruptOnCancel=True)
        over = threading.Event()
        watcher = threading.Thread(target=self._report_progress, args=(token, over), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            over.set()
            context.setLocalProperty("spark.jobGroup.id", None)

    def _report_progress(self, token: str, over: threading.Event) -> None:
        """Send the completed share of a job group while it runs."""
        tracker = self._session.spark.sparkContext.statusTracker()
        while not over.wait(_LOOK_EVERY):
            with contextlib.suppress(Exception):  # the job may end at any time
                done = tasks = 0
                for job in tracker.getJobIdsForGroup(token):
                    info = tracker.getJobInfo(job)
                    for stage in (tracker.getStageInfo(number) for number in (info.stageIds if info else ())):
                        if stage is not None:
                            tasks += stage.numTasks
                            done += stage.numCompletedTasks
                if tasks:
                    self._send({"event": "running", "token": token, "share": done / tasks})

    def _count(self, spec: SourceSpec, frame: Any) -> None:
        try:
            with self.job_group(f"count {spec.name}"):
                rows = frame.count()
            self._send({"event": "facts", "source": spec.name, "rows": rows, "size": size_of(spec)})
        except Exception as error:  # noqa: BLE001 - whatever it was, it is told
            self._send({"event": "facts", "source": spec.name, "rows": -1, "problem": describe(error)["sentence"]})


def query(spark: Any, sql: str) -> Any:
    """Parse a query into a DataFrame; errors carry their position in the text."""
    text = sql.strip().rstrip(";")
    if not text:
        raise QueryError("there is no query yet", 1, 1)
    if (problem := modification_problem(text)) is not None:
        raise QueryError(problem, 1, 1)
    lead = len(sql) - len(sql.lstrip())
    try:
        frame = spark.sql(text)
        names = frame.schema.names  # Spark Connect analyses the query here
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        description = describe(error)
        line, column = description["line"], description["column"]
        if line:  # count the empty lines before the query, which the person sees
            before = sql[:lead]
            column += len(before.rpartition("\n")[2]) if line == 1 else 0
            line += before.count("\n")
        raise QueryError(description["sentence"], line, column, description["whole"]) from None
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise QueryError(f"two columns of the result are called `{double}`; name one of them with AS")
    if not names:
        raise QueryError("the query gives no columns; begin it with SELECT", 1, 1)
    return frame


_QUIET = re.compile(r"'(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\"|`(?:[^`]|``)*`|--[^\n]*|/\*.*?\*/", re.DOTALL)


def modification_problem(sql: str) -> str | None:
    """Why a text is no query; None for a query. Other statements could modify data when previewed."""
    bare = _QUIET.sub(" ", sql).strip().lower()
    first = re.match(r"[(\s]*([a-z]*)", bare)
    word = first[1] if first else ""
    if word in _ASKING and not re.search(r"\binsert\s+(?:into|overwrite)\b|\bmerge\s+into\b", bare):
        return None
    if word and word not in _CHANGING:
        return None  # a misspelled keyword: Spark reports its position
    return "only questions can be asked here, such as SELECT; this would change something"


def columns_of(schema: Any) -> list[dict[str, Any]]:
    """Convert a Spark schema to plain values."""
    return [{"name": each.name, "type": each.dataType.simpleString(), "nullable": each.nullable} for each in schema]


def _tag(token: str) -> str:
    return token.replace(",", "_").replace(" ", "_")
