# SPDX-License-Identifier: BSD-3-Clause
"""A real PostgreSQL server in a temporary folder, reached by loopback; it ends with whoever started it."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import psycopg
from psycopg import sql

USER = "gardener"
_QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=16MB")
_PATIENCE = 60.0


@dataclass(frozen=True)
class Database:
    """How a database is reached; `folder` is where its server lives."""

    host: str
    port: int
    user: str
    password: str
    database: str
    folder: Path = field(repr=False)

    def connect(self) -> psycopg.Connection:
        """A connection that commits each statement."""
        return psycopg.connect(
            host=self.host,
            port=self.port,
            user=self.user,
            password=self.password,
            dbname=self.database,
            autocommit=True,
        )

    def do(self, *statements: str) -> None:
        """Run statements, in one connection."""
        with self.connect() as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """What a query finds."""
        with self.connect() as connection:
            return connection.execute(query.encode()).fetchall()

    @property
    def jdbc(self) -> str:
        """How Java programs name it."""
        return f"jdbc:postgresql://{self.host}:{self.port}/{self.database}"


class Server:
    """The server process, which can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self._data = folder / "data"
        self._log = folder / "log"
        self._programs = _programs()
        self._process: subprocess.Popen[bytes] | None = None
        password = secrets.token_hex(16)
        secret = folder / "password"
        secret.write_text(password)
        folder.chmod(0o755)
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            for path in (folder, secret):
                shutil.chown(path, "nobody")
        arguments = ["--auth=scram-sha-256", "--no-sync", "--encoding=UTF8", "--locale=C"]
        self._run("initdb", "-D", str(self._data), "-U", USER, f"--pwfile={secret}", *arguments)
        secret.unlink()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.database = Database("127.0.0.1", port, USER, password, "postgres", folder)

    def start(self) -> None:
        """Start, and wait until it answers; it dies with the thread that calls this."""
        settings = [
            *_QUICK,
            f"port={self.database.port}",
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={self.database.folder}",
        ]
        command = [*_as_nobody("--pdeathsig", "INT"), str(self._programs / "postgres"), "-D", str(self._data)]
        for setting in settings:
            command += ["-c", setting]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/")
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                self.database.connect().close()
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > until:
                    raise AssertionError(self._log.read_text(errors="replace")[-2000:]) from None
                time.sleep(0.05)  # nothing tells when it listens
            else:
                return

    def stop(self) -> None:
        """Stop at once; whoever is connected is cut off."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(_PATIENCE)
            self._process = None

    def new_database(self) -> Database:
        """An empty database of its own."""
        name = f"test_{secrets.token_hex(6)}"
        with self.database.connect() as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return replace(self.database, database=name)

    def _run(self, program: str, *arguments: str) -> None:
        command = [*_as_nobody(), str(self._programs / program), *arguments]
        done = subprocess.run(command, capture_output=True, check=False, cwd="/")
        assert done.returncode == 0, done.stderr.decode(errors="replace")


@contextmanager
def running_postgres() -> Iterator[Server]:
    """A server that runs for as long as this lasts."""
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _as_nobody(*more: str) -> list[str]:
    other = ["--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
    return ["setpriv", *other, *more] if other or more else []


def _programs() -> Path:
    """Where Debian keeps the programs of the newest server."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    assert found, "PostgreSQL is not installed; ./test installs it"
    return found[-1].parent
