# SPDX-License-Identifier: BSD-3-Clause
"""The library template as an object: a reference names URL and digest, and an object of the library runs."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app.runtime.activation import ActivationError, Node, Registry
from app.runtime.library import Catalogue, LibraryError, attach_store, built_in_library, digest_of, make_archive
from app.runtime.library.library_folder import find_in
from app.runtime.references import LIBRARY_ID, Checker, External, Parameterized, Primitive, Reference, ValueArgument
from app.runtime.trust import EVERYTHING, Gate, Identity, Permission, TrustStore
from app.runtime.types import is_subtype, parse_endpoint_type, parse_type
from tests.runtime.activation.conftest import settle
from tests.runtime.library.samples import COUNTER, InThisProcess, write_object

MAKER = Identity(bytes(32))
COUNTER_TYPE = "object{ counter: endpoint{ in add(int); out value(int) } }"
ECHO = COUNTER.replace('"""Add."""', "self.value(amount * self.step)")


def library(url: str, digest: str) -> Reference:
    return Parameterized(Primitive(LIBRARY_ID), (("URL", ValueArgument(url)), ("digest", ValueArgument(digest))))


@pytest.fixture
def packed(tmp_path: Path) -> Reference:
    write_object(tmp_path / "source" / "counter", ECHO)
    data = make_archive(tmp_path / "source", "Numbers", MAKER)
    (tmp_path / "library.zip").write_bytes(data)
    return library((tmp_path / "library.zip").as_uri(), digest_of(data))


@pytest.fixture
def trust(tmp_path: Path) -> TrustStore:
    return TrustStore(tmp_path / "trust.json")


@pytest.fixture
async def node(tmp_path: Path, trust: TrustStore) -> AsyncIterator[Node]:
    catalogue, gate = Catalogue([built_in_library()]), Gate(trust)
    attach_store(catalogue, gate, InThisProcess(), tmp_path / "libraries")
    async with Node(catalogue, Registry(tmp_path / "registry"), gate, identity=MAKER) as node:
        yield node


def test_its_type_is_a_folder() -> None:
    catalogue = Catalogue([built_in_library()])
    checker = Checker(catalogue, catalogue.names)
    found = checker.type_of(library("file:///x", "0" * 64))
    assert is_subtype(found, parse_type("Folder[Object]")).holds


async def test_an_object_of_a_library_runs_once_its_maker_is_trusted(
    node: Node, trust: TrustStore, packed: Reference
) -> None:
    reference = External("Counter", COUNTER_TYPE, packed)
    with pytest.raises(ActivationError, match="liveobjects trust allow run-code"):
        await node.dereference(reference)
    trust.remember(MAKER.public, Permission.RUN_CODE, EVERYTHING, True)
    proxy = await node.dereference(reference)
    heard: list[int] = []
    listening = parse_endpoint_type("endpoint{ out add(int); in value(int) }")
    mine: Any = node.new_endpoint(listening, value=heard.append)
    with node.connect(mine, proxy.endpoint("counter")):
        mine.add(5)
        await settle()
    assert heard == [5]


async def test_a_folder_answers_what_it_has_and_what_not(node: Node, trust: TrustStore, packed: Reference) -> None:
    trust.remember(MAKER.public, Permission.RUN_CODE, EVERYTHING, True)
    folder = await node.dereference(packed)
    answers: list[object] = []
    listening = parse_endpoint_type(
        "endpoint{ out get(text); in item({name: text, reference: reference[Object]}); in missing(text) }"
    )
    mine: Any = node.new_endpoint(listening, item=answers.append, missing=answers.append)
    with node.connect(mine, folder.endpoint("folder")):
        mine.get("Counter")
        assert answers == []
        await node_is_live(folder)
        mine.get(f"{0xA1:032x}")
        mine.get("Calculator")
        await settle()
    found = Primitive(0xA1, 1, "Counter")
    assert answers == [
        {"name": "Counter", "reference": found},
        {"name": f"{0xA1:032x}", "reference": found},
        "Calculator",
    ]


async def node_is_live(proxy: Any) -> None:
    live = asyncio.Event()
    stop = proxy.watch(lambda state: live.set() if str(state) == "live" else None)
    if str(proxy.state) != "live":
        await asyncio.wait_for(live.wait(), 10)
    stop()


async def test_a_name_that_the_library_lacks(node: Node, trust: TrustStore, packed: Reference) -> None:
    trust.remember(MAKER.public, Permission.RUN_CODE, EVERYTHING, True)
    with pytest.raises(ActivationError, match="Calculator"):
        await node.dereference(External("Calculator", COUNTER_TYPE, packed))


async def test_a_library_that_is_not_there_is_named(node: Node, tmp_path: Path) -> None:
    gone = library((tmp_path / "gone.zip").as_uri(), "0" * 64)
    with pytest.raises(ActivationError, match=r"cannot read .*gone\.zip: No such file"):
        await node.dereference(External("Counter", COUNTER_TYPE, gone))


async def test_without_a_store_a_library_can_be_checked_but_not_opened(packed: Reference) -> None:
    async with Node(Catalogue([built_in_library()]), identity=MAKER) as node:
        with pytest.raises(ActivationError, match="`LibraryFolder` needs a library store"):
            await node.dereference(packed)


async def test_the_newest_of_a_name_is_given(tmp_path: Path, trust: TrustStore) -> None:
    write_object(tmp_path / "source" / "old", COUNTER)
    write_object(tmp_path / "source" / "new", COUNTER.replace("version=1", "version=3"))
    data = make_archive(tmp_path / "source", "Numbers")
    (tmp_path / "library.zip").write_bytes(data)
    trust.remember(None, Permission.RUN_CODE, digest_of(data), True)
    store = attach_store(Catalogue(), Gate(trust), InThisProcess(), tmp_path / "libraries")
    found = find_in(await store.obtain((tmp_path / "library.zip").as_uri(), digest_of(data)), "Counter")
    assert found is not None
    assert found.version == 3


def test_one_who_has_no_node_is_told() -> None:
    definition = Catalogue([built_in_library()]).definition(LIBRARY_ID)
    assert definition is not None
    context: Any = None
    with pytest.raises(LibraryError, match="needs a library store, and this node has none"):
        definition.build({"URL": "file:///x", "digest": ""}, context)
