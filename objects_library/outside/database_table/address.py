# SPDX-License-Identifier: BSD-3-Clause
"""Where a table is: an address without secrets, and whether this computer has what it takes to go there."""

from __future__ import annotations

import configparser
import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from app.runtime.directories import data_directory
from objects_library.replication.external_bridge import OutOfReachError

LONGEST = 1_000
_OPTIONS = {"service", "sslmode", "host"}
_OWN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_ -]{0,60}\.db")
_NAME = re.compile(r"[^\x00-\x1f]{1,128}")


@dataclass(frozen=True)
class PostgresAddress:
    """A database of a PostgreSQL server; empty is what this computer's own settings say."""

    host: str
    port: str
    user: str
    database: str
    service: str
    sslmode: str

    def __str__(self) -> str:
        if self.service:
            return f"the PostgreSQL service {self.service}"
        port = f":{self.port}" if self.port else ""
        who = f" as {self.user}" if self.user else ""
        return f"the PostgreSQL database {self.database} on {self.host}{port}{who}"

    @property
    def settings(self) -> dict[str, str]:
        """What libpq is told; passwords it finds by itself, in the files of this computer's user."""
        pairs = {
            "host": self.host, "port": self.port, "user": self.user, "dbname": self.database,
            "service": self.service, "sslmode": self.sslmode,
        }  # fmt: skip
        return {name: value for name, value in pairs.items() if value}


@dataclass(frozen=True)
class SqliteAddress:
    """A database file on this computer; one of the program's own is made when it is missing."""

    path: Path
    own: bool = False

    def __str__(self) -> str:
        return f"the database file {self.path}"


Address = PostgresAddress | SqliteAddress


def parse_address(text: str) -> Address:
    """Read `postgresql://user@host:port/database`, `sqlite:/path/file.db` and their like."""
    if len(text) > LONGEST or not text.isprintable():
        raise OutOfReachError("the address of the database is too long or has signs that no address has")
    scheme, _, rest = text.partition(":")
    if scheme == "sqlite" and rest.startswith("own/"):
        return SqliteAddress(_own(unquote(rest[4:])), own=True)
    if scheme == "sqlite":
        return SqliteAddress(_path(unquote(re.sub("^//(?=/)", "", rest))))
    if scheme not in ("postgresql", "postgres"):
        raise OutOfReachError(
            "the address of the database begins with neither postgresql:// nor sqlite:; "
            "write it like postgresql://ann@localhost/shop or sqlite:/srv/shop.db"
        )
    try:
        parts = urlsplit(text)
        port = "" if parts.port is None else str(parts.port)
        password = parts.password
    except ValueError:
        raise OutOfReachError("the address of the database has a port that is no number; write host:5432") from None
    if password is not None:
        raise OutOfReachError(
            "the address of the database contains a password, which everyone could read; take it out, "
            "and put it into the file ~/.pgpass of whoever has access"
        )
    options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    if options.keys() - _OPTIONS:
        raise OutOfReachError(
            f"the address of the database has options that are not allowed; use {', '.join(sorted(_OPTIONS))}"
        )
    return PostgresAddress(
        host=options.get("host") or unquote(parts.hostname or ""),
        port=port,
        user=unquote(parts.username or ""),
        database=unquote(parts.path.lstrip("/")),
        service=options.get("service", ""),
        sslmode=options.get("sslmode", ""),
    )


def table_name(text: str) -> tuple[str, str]:
    """Schema (or nothing) and name of a table, from `name` or `schema.name`."""
    schema, _, name = text.rpartition(".")
    if not _NAME.fullmatch(name) or (schema and not _NAME.fullmatch(schema)):
        raise OutOfReachError("no table is named; write its name, or schema.name")
    return schema, name


def known_here(address: Address) -> bool:
    """Whether the user here seems to have access: the file is here, or a password or service is."""
    if isinstance(address, SqliteAddress):
        return address.path.is_file()
    if address.service:
        return address.service in _services()
    return any(_matches(line, address) for line in _lines(_pgpass()))


def _path(text: str) -> Path:
    path = Path(text).expanduser() if text.startswith("~/") else Path(text)
    if not path.is_absolute():
        raise OutOfReachError("the database file has no whole path; write it like sqlite:/srv/shop.db")
    return path


def _own(name: str) -> Path:
    if not _OWN.fullmatch(name):
        raise OutOfReachError("a database of one's own has a plain name; write it like sqlite:own/shop.db")
    return data_directory() / "databases" / name


def _pgpass() -> Path:
    return Path(os.environ.get("PGPASSFILE") or Path.home() / ".pgpass")


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace")[:100_000].splitlines()
    except OSError:
        return []


def _matches(line: str, address: PostgresAddress) -> bool:
    """Whether a line of the password file is about this database; colons in it are written as `\\:`."""
    fields = [field.replace(r"\:", ":") for field in re.split(r"(?<!\\):", line)]
    if line.startswith("#") or len(fields) < 5:
        return False
    host = "localhost" if address.host.startswith("/") or not address.host else address.host
    wanted = (host, address.port or "5432", address.database, address.user)
    return all(given in ("*", each) or not each for given, each in zip(fields[:4], wanted, strict=True))


def _services() -> set[str]:
    path = Path(os.environ.get("PGSERVICEFILE") or Path.home() / ".pg_service.conf")
    found = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        found.read_string("\n".join(_lines(path)))
    except configparser.Error:
        return set()
    return set(found.sections())
