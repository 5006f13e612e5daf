# SPDX-License-Identifier: BSD-3-Clause
"""A sheet that runs: states and values of its parts, and edits while it goes on."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.runtime.activation import Proxy, State
from app.runtime.library import Catalogue
from app.runtime.references import Composite, Connection, Document, EndpointPath, Primitive, Reference, read
from app.ui.execution import RunningSheet
from app.ui.welcome.gallery import FOLDER
from objects_library.installed import installed_catalogue
from tests.runtime.activation.conftest import body
from tests.runtime.activation.samples import Broken, Sink, Source, composite, ref
from tests.runtime.activation.samples import catalogue as samples
from tests.ui.execution.sheets import shared_text, wait_until


@pytest.fixture(scope="module")
def installed() -> Catalogue:
    return installed_catalogue()


@pytest.fixture
async def running() -> AsyncIterator[Callable[..., RunningSheet]]:
    made: list[RunningSheet] = []

    def make(reference: Reference, catalogue: Catalogue | None = None) -> RunningSheet:
        made.append(RunningSheet(Document(reference, "Test"), catalogue or samples()))
        return made[-1]

    yield make
    for sheet in made:
        await sheet.stop()


def proxy_of(sheet: RunningSheet, *path: str) -> Proxy:
    found = sheet.proxy(path)
    assert found is not None
    return found


def _pair() -> Composite:
    return composite({"one": ref(Source), "two": ref(Sink)}, (("one.wire", "two.wire"),))


async def test_states_and_values(running: Callable[..., RunningSheet]) -> None:
    sheet = running(_pair())
    assert sheet.state(("one",)) is None
    assert sheet.overall() is None
    await sheet.start()
    assert sheet.state(("one",)) is State.LIVE
    assert sheet.overall() is State.LIVE
    assert sheet.paths() == [("one",), ("two",)]
    assert sheet.last_value(("two",), "wire") == ""
    body(proxy_of(sheet, "one")).put(42)
    assert sheet.last_value(("two",), "wire") == "42"
    assert sheet.last_value(("one",), "wire") == "42"
    assert sheet.events(("two",)) == 1
    await wait_until(sheet, lambda: True)
    await sheet.stop()
    assert sheet.state(("one",)) is None


async def test_a_part_that_fails_is_named_and_the_rest_goes_on(running: Callable[..., RunningSheet]) -> None:
    missing = Primitive(0xDEAD, 1, "Lost thing")
    sheet = running(composite({"bad": ref(Broken), "gone": missing, "two": ref(Sink)}))
    await sheet.start()
    assert sheet.state(("bad",)) is State.FAILED
    assert sheet.failure(("bad",))
    assert sheet.state(("gone",)) is State.FAILED
    assert "Lost thing" in sheet.failure(("gone",))
    assert sheet.state(("two",)) is State.LIVE
    assert sheet.failure(("two",)) == ""
    assert sheet.overall() is State.FAILED


async def test_a_wire_that_does_not_hold(running: Callable[..., RunningSheet]) -> None:
    sheet = running(composite({"one": ref(Source), "two": ref(Source)}, (("one.wire", "two.wire"),)))
    await sheet.start()
    first, second = EndpointPath("one", "wire"), EndpointPath("two", "wire")
    assert "do not match" in sheet.wire_failure(first, second)
    assert sheet.state(("one",)) is State.LIVE


async def test_only_what_is_edited_starts_again(running: Callable[..., RunningSheet]) -> None:
    sheet = running(_pair())
    await sheet.start()
    one, two = proxy_of(sheet, "one"), proxy_of(sheet, "two")
    before = sheet.document
    both = _pair()
    third = replace(both, components=(*both.components, ("three", ref(Sink))))
    await sheet.update(replace(before, reference=third))
    assert (proxy_of(sheet, "one"), proxy_of(sheet, "two")) == (one, two)
    assert sheet.state(("three",)) is State.LIVE
    body(one).put(1)
    assert body(two).got == [1]

    moved = replace(third, connections=(Connection(EndpointPath("one", "wire"), EndpointPath("three", "wire")),))
    await sheet.update(replace(before, reference=moved))
    body(one).put(2)
    assert body(two).got == [1]
    assert body(proxy_of(sheet, "three")).got == [2]

    await sheet.update(replace(before, reference=composite({"one": ref(Source)})))
    assert two.over
    assert sheet.state(("two",)) is None
    assert proxy_of(sheet, "one") is one


async def test_a_name_is_nothing_to_start_again_for(running: Callable[..., RunningSheet]) -> None:
    sheet = running(_pair())
    await sheet.start()
    one, two = proxy_of(sheet, "one"), proxy_of(sheet, "two")
    renamed = composite({"first": ref(Source), "two": ref(Sink)}, (("first.wire", "two.wire"),))
    await sheet.update(replace(sheet.document, reference=renamed))
    assert proxy_of(sheet, "first") is one
    body(one).put(5)
    assert body(two).got == [5]
    assert body(two).connections == ["connected"]  # not even the wire was touched


async def test_an_embedded_channel_is_part_of_it(running: Callable[..., RunningSheet], installed: Catalogue) -> None:
    sheet = running(composite({"text": shared_text("test: embedded")}), installed)
    await sheet.start()
    await wait_until(sheet, lambda: sheet.state(("text",)) is State.LIVE)
    assert sheet.state(("text", "Channel")) is State.LIVE
    assert sheet.state(("text", "T")) is None
    await sheet.measure()
    await sheet.measure()
    measured = sheet.metrics(("text", "Channel"))
    assert measured is not None
    assert measured.members == 1
    assert measured.messages_in is not None
    assert measured.memory
    assert sheet.metrics(("text",)) is None
    assert sheet.paths() == [("text",), ("text", "Channel")]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.liveobject")), ids=lambda file: file.stem)
async def test_the_gallery_runs(file: Path, installed: Catalogue) -> None:
    """Every gallery file runs, reports states and stops cleanly."""
    sheet = RunningSheet(read(file), installed)
    await sheet.start()
    assert sheet.paths()
    for path in sheet.paths():
        state = sheet.state(path)
        assert state is not None
        assert (state is State.FAILED) == bool(sheet.failure(path))
    await sheet.stop()
    assert sheet.paths() == []
