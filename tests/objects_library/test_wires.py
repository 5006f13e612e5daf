# SPDX-License-Identifier: BSD-3-Clause
"""Every outlet of everyday objects with every inlet: what fits by type is a page without problems, and runs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from itertools import product
from typing import NamedTuple

import pytest

from app.runtime import references as refs
from app.runtime.activation import Node, Proxy, State
from app.runtime.library import Catalogue
from app.runtime.references import Checker, Composite, Connection, EndpointPath
from app.runtime.types import EndpointType, ObjectType, Record, match
from app.ui.composer.model.default_reference import default_reference
from app.ui.composer.model.families import Family, family_of, is_flow, is_inlet
from objects_library.installed import installed_catalogue
from tests.objects_library.copies import local_channel, reached, settled

EVERYDAY = (
    "Button", "Chart", "Chat", "Checklist", "Clock", "Exchange ticker", "Feed alert", "Feed chart", "Feed gauge",
    "Feed map", "Feed number", "Feed table", "File link", "Gauge", "Image", "Live map", "Map", "Note",
    "Presence list", "Quote", "Sample feed", "Sensor", "Shared counter", "Shared form", "Shared label",
    "Shared list", "Shared map", "Shared set", "Shared text", "Shared value", "Slider", "Switch", "Table", "Trend",
    "Web link",
)  # fmt: skip
"""Objects that people wire."""
FEWEST_PAIRS = 400
_ELSEWHERE = ("Exchange ticker", "Quote", "Sample feed")
"""Objects that need more than channels in this process."""
_LOCAL = 0x9F4AEACE30B5D219A8C9C8C995B2EA79


class Port(NamedTuple):
    """A port of an object as the palette makes it."""

    owner: str
    name: str
    type: EndpointType


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return installed_catalogue()


@pytest.fixture(scope="module")
def made(catalogue: Catalogue) -> dict[str, refs.Reference]:
    """Each object as the palette makes it."""
    definitions = {each.name: each for each in catalogue.definitions()}
    return {name: default_reference(definitions[name], catalogue) for name in EVERYDAY}


@pytest.fixture(scope="module")
def ports(catalogue: Catalogue, made: dict[str, refs.Reference]) -> list[Port]:
    checker = Checker(catalogue)
    found = []
    for owner, reference in made.items():
        known = checker.type_of(reference)
        assert isinstance(known, ObjectType)
        for endpoint in known.endpoints:
            if is_flow(endpoint.type):
                assert isinstance(endpoint.type, EndpointType)
                found.append(Port(owner, endpoint.name, endpoint.type))
    return found


def fitting(ports: list[Port]) -> Iterator[tuple[Port, Port]]:
    """All pairs of an outlet and an inlet that match."""
    inlets = [port for port in ports if is_inlet(port.type)]
    for outlet, inlet in product([port for port in ports if not is_inlet(port.type)], inlets):
        if match(outlet.type, inlet.type).holds:
            yield outlet, inlet


def test_every_object_has_ports_with_words_and_a_kind(catalogue: Catalogue, ports: list[Port]) -> None:
    assert {port.owner for port in ports} == set(EVERYDAY)
    words = {each.name: each.words for each in catalogue.definitions()}
    for port in ports:
        said = words[port.owner].get(port.name, "")
        assert "{name}" in said, port
        assert ("{what}" in said) == is_inlet(port.type), port
        assert family_of(port.type) is not Family.OTHER, port
        for event in (*port.type.incoming, *port.type.outgoing):
            assert isinstance(event.type, Record), port
            assert {field.name for field in event.type.fields} == {"value", "cause"}, port


def test_what_fits_by_type_is_a_page_without_problems(
    catalogue: Catalogue, made: dict[str, refs.Reference], ports: list[Port]
) -> None:
    pairs = list(fitting(ports))
    assert len(pairs) >= FEWEST_PAIRS
    for outlet, inlet in pairs[::50]:
        assert Checker(catalogue).check(refs.Document(page(made, outlet, inlet))) == [], (outlet, inlet)


def page(made: dict[str, refs.Reference], outlet: Port, inlet: Port) -> Composite:
    """Two objects and a wire."""
    wire = Connection(EndpointPath("source", outlet.name), EndpointPath("target", inlet.name))
    return Composite((("source", made[outlet.owner]), ("target", made[inlet.owner])), (wire,), ())


@pytest.fixture
async def node(catalogue: Catalogue) -> AsyncIterator[Node]:
    async with Node(catalogue, name="Ann") as opened:
        yield opened


async def test_all_that_fits_carries_the_present_value(
    node: Node, made: dict[str, refs.Reference], ports: list[Port]
) -> None:
    running: dict[str, Proxy] = {}
    for name in set(EVERYDAY) - set(_ELSEWHERE):
        running[name] = await node.dereference(in_this_process(made[name], name))
        await reached(running[name], State.LIVE)
    pairs = [(outlet, inlet) for outlet, inlet in fitting(ports) if outlet.owner in running and inlet.owner in running]
    for outlet, inlet in pairs:
        source, target = running[outlet.owner], running[inlet.owner]
        wire = node.connect(source.endpoint(outlet.name), target.endpoint(inlet.name))
        await settled(node)
        wire.close()
        for proxy in (source, target):
            assert proxy.failure is None, (outlet, inlet, proxy.failure)
    assert len(pairs) > FEWEST_PAIRS / 2


async def test_a_sample_of_the_pages_runs(node: Node, made: dict[str, refs.Reference], ports: list[Port]) -> None:
    here = {name: in_this_process(reference, name) for name, reference in made.items()}
    pairs = [pair for pair in fitting(ports) if not {port.owner for port in pair} & set(_ELSEWHERE)]
    for outlet, inlet in pairs[::60]:
        proxy = await node.dereference(page(here, outlet, inlet))
        await settled(node)
        assert proxy.failure is None, (outlet, inlet, proxy.failure)
        proxy.close()


def in_this_process(reference: refs.Reference, name: str) -> refs.Reference:
    """The same object over channels that need no network."""
    if not isinstance(reference, refs.Parameterized):
        return reference
    arguments: list[tuple[str, refs.Argument]] = []
    for parameter, given in reference.arguments:
        if isinstance(given, refs.ReferenceArgument) and isinstance(given.reference, refs.Parameterized):
            types = {each: told.text for each, told in given.reference.arguments if isinstance(told, refs.TypeArgument)}
            given = refs.ReferenceArgument(_channel(types, f"{name} {parameter}"))  # noqa: PLW2901
        arguments.append((parameter, given))
    return refs.Parameterized(reference.template, tuple(arguments))


def _channel(types: dict[str, str], name: str) -> refs.Reference:
    if "S" in types:
        return local_channel(types["T"], types["S"], name)
    arguments = (("T", refs.TypeArgument(types["T"])), ("name", refs.ValueArgument(name)))
    return refs.Parameterized(refs.Primitive(_LOCAL), arguments)
