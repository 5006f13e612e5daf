# SPDX-License-Identifier: BSD-3-Clause
"""Remote Sparks: a real master with a worker, and a real Spark Connect server."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from app.spark.client import LiveSettings, SparkService
from app.spark.errors import QueryError, SparkError
from app.spark.java import environment
from app.spark.settings import SparkSettings
from app.spark.sources import parse_source
from tests.spark.polling import eventually
from tests.spark.test_live_queries import BatchRecorder, running

pytestmark = pytest.mark.timeout(400)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def _java(log: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A Java process of Spark."""
    found = find_spec("pyspark")
    assert found is not None
    assert found.origin is not None
    program = Path(found.origin).parent / "bin" / "spark-class"
    own = {**environment(), "SPARK_DAEMON_MEMORY": "512m"}
    with log.open("wb") as output:
        process = subprocess.Popen([str(program), *arguments], env=own, stdout=output, stderr=output, cwd=log.parent)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(process: subprocess.Popen[bytes], log: Path, words: str) -> None:
    deadline = time.monotonic() + 90
    while not re.search(words, log.read_text(errors="replace")):
        said = log.read_text(errors="replace")[-2000:]
        assert process.poll() is None, said
        assert time.monotonic() < deadline, said
        time.sleep(0.1)  # it only writes to its log


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The addresses of a master with one worker, and of a Spark Connect server."""
    folder = tmp_path_factory.mktemp("cluster")
    port, connect = _free_port(), _free_port()
    master = f"spark://127.0.0.1:{port}"
    logs = [folder / name for name in ("master", "worker", "connect")]
    place = ["--host", "127.0.0.1", "--webui-port", "0"]
    options = {
        "spark.connect.grpc.binding.port": str(connect),
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.ui.enabled": "false",
    }
    settings = [word for name, value in options.items() for word in ("--conf", f"{name}={value}")]
    server = ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"]
    submit = ["org.apache.spark.deploy.SparkSubmit", "--driver-memory", "512m", "--master", "local[1]"]
    worker = ["--cores", "1", "--memory", "700m", "--work-dir", str(folder / "work"), master]
    with ExitStack() as stack:
        first = stack.enter_context(
            _java(logs[0], "org.apache.spark.deploy.master.Master", *place, "--port", str(port))
        )
        third = stack.enter_context(_java(logs[2], *submit, *settings, *server))
        _wait_for(first, logs[0], "I have been elected leader|Starting Spark master")
        second = stack.enter_context(_java(logs[1], "org.apache.spark.deploy.worker.Worker", *place, *worker))
        _wait_for(second, logs[1], "Successfully registered with master")
        _wait_for(third, logs[2], "Spark Connect server started")
        yield master, f"sc://127.0.0.1:{connect}"


async def test_a_cluster_of_its_own_processes(cluster: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("k,v\nx,1\ny,2\n")
    options = {"spark.executor.memory": "512m", "spark.driver.host": "127.0.0.1", "spark.sql.shuffle.partitions": "1"}
    service = SparkService()
    reasons: list[str] = []
    service.on_lost = reasons.append
    await service.start(SparkSettings(cluster[0], "512m", options))
    await service.attach(parse_source(str(file)))
    found = await service.preview("select sum(v) as s from source")
    assert found.rows.to_pylist() == [{"s": 3}]
    # When Java dies, the reason is reported, and requests fail.
    os.kill(service.java_process, 9)
    await eventually(lambda: reasons)
    assert reasons == ["the Java process of Spark was ended by signal 9"]
    assert not service.running
    with pytest.raises(SparkError, match="signal 9; start it"):
        await service.preview("select 1")
    await service.stop()


async def test_spark_connect(cluster: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("k,v\nx,1\ny,2\n")
    async with SparkService() as service:
        await service.start(SparkSettings(cluster[1]))
        assert service.java_process == 0
        found = await service.attach(parse_source(str(file)))
        assert [each.type for each in found.columns] == ["string", "int"]
        assert (await service.preview("select sum(v) as s from source")).rows.to_pylist() == [{"s": 3}]
        with pytest.raises(QueryError) as refused:
            await service.preview("select nope\nfrom source")
        assert "`nope` cannot be resolved" in refused.value.sentence
        assert (refused.value.line, refused.value.column) == (1, 8)
        sql = "select k, sum(v) as s from source group by k order by k"
        settings = LiveSettings([parse_source(str(file))], sql, str(tmp_path / "c"), every=0.2)
        async with running(service, settings) as (result, recorder):  # type: ignore[arg-type]  # any will do
            assert result.mode == "complete"
            await eventually(lambda: recorder.last == [{"k": "x", "s": 1}, {"k": "y", "s": 2}])
            file.write_text("k,v\nx,5\n")
            await eventually(lambda: recorder.last == [{"k": "x", "s": 5}])
        assert isinstance(recorder, BatchRecorder)


@pytest.mark.parametrize("scheme", ["sc", "spark"])
async def test_nobody_there(scheme: str) -> None:
    async with SparkService() as service:
        with pytest.raises(SparkError, match=r"does not answer: .*refused.*; check the address"):
            await service.start(SparkSettings(f"{scheme}://127.0.0.1:{_free_port()}"))


async def test_what_java_says_before_anybody_can_ask_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its settings there is no YARN, and without its connector no Kafka: both are reported."""
    for name in ("HADOOP_CONF_DIR", "YARN_CONF_DIR"):
        monkeypatch.delenv(name, raising=False)
    async with SparkService() as service:
        with pytest.raises(SparkError, match=r"nobody knows where YARN is; .*HADOOP_CONF_DIR"):
            await service.start(SparkSettings("yarn"))
    missing = SparkSettings(options={"spark.jars.packages": "org.example:no-such-connector_2.13:0.0.1"})
    async with SparkService() as service:
        with pytest.raises(SparkError, match=r"the connector cannot be fetched from here; put its jar files"):
            await service.start(missing, connectors=("kafka",))
