# SPDX-License-Identifier: BSD-3-Clause
"""Which ports fit, and why others do not, while a wire is still drawn."""

from __future__ import annotations

import pytest

from app.runtime import references as refs
from app.runtime.library import Catalogue
from app.ui.composer.model import adapter_reference, build_sheet_view, entries, match_slot, port_matcher
from app.ui.composer.model.edits import Connect, ExportEndpoint, InsertAdapter, Paste, SetArgument
from app.ui.composer.model.palette import Entry


@pytest.fixture(scope="module")
def palette(catalogue: Catalogue) -> dict[str, Entry]:
    return {entry.title: entry for entry in entries(catalogue)}


@pytest.fixture(scope="module")
def sheet(palette: dict[str, Entry]) -> refs.Document:
    """Some blocks that fit each other, and some that do not."""
    document = refs.Document(refs.Composite())
    for title in ("Tunnel", "Reliable channel", "Best-effort channel", "Shared text", "Persistence"):
        document = Paste((), palette[title].make()).apply(document)
    numbers = SetArgument((), "T", refs.TypeArgument("int")).apply(palette["Reliable channel"].make())
    return Paste((), refs.Document(numbers.reference, "Numbers")).apply(document)


def _end(text: str) -> refs.EndpointPath:
    component, _, endpoint = text.rpartition(".")
    return refs.EndpointPath(component, endpoint)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("Tunnel.first", "Reliable channel.channel", ""),
        ("Reliable channel.channel", "Tunnel.second", ""),
        ("Tunnel.first", "Tunnel.first", "a connection cannot be wired to itself"),
        ("Tunnel.first", "Nobody.channel", "Nobody.channel is not on this page"),
        ("Tunnel.first", "Numbers.channel", "'Tunnel' sends text; 'Numbers' accepts only a whole number"),
        (
            "Tunnel.first",
            "Shared text.text",
            (
                "'first' of 'Tunnel' is a channel, and 'text' of 'Shared text' is a text; "
                "wire it to a block that offers a channel"
            ),
        ),
        (
            "Reliable channel.channel",
            "Best-effort channel.channel",
            (
                "'channel' of 'Reliable channel' and 'channel' of 'Best-effort channel' both offer a channel; "
                "wire it to a block that uses a channel"
            ),
        ),
    ],
)
def test_reasons_are_plain_sentences(
    sheet: refs.Document, catalogue: Catalogue, first: str, second: str, reason: str
) -> None:
    fit = port_matcher(sheet, (), _end(first), catalogue)(_end(second))
    assert fit.holds == (not reason)
    assert fit.reason == reason
    assert fit.reasons[:1] == ((reason,) if reason else ())
    assert "endpoint" not in "".join(fit.reasons)


def test_a_refusal_names_the_connection_to_use_instead(palette: dict[str, Entry], catalogue: Catalogue) -> None:
    document = refs.Document(refs.Composite())
    for title in ("Reliable channel", "Conflation"):
        document = Paste((), palette[title].make()).apply(document)
    fit = port_matcher(document, (), _end("Reliable channel.channel"), catalogue)(_end("Conflation.outer"))
    assert fit.reason == (
        "'channel' of 'Reliable channel' and 'outer' of 'Conflation' both offer a channel; "
        "use 'inner' of 'Conflation' instead"
    )


def test_the_fit_agrees_with_the_check(sheet: refs.Document, catalogue: Catalogue) -> None:
    """The verdict while dragging equals that of the static check."""
    ports = [
        refs.EndpointPath(block.name, port.name)
        for block in build_sheet_view(sheet, (), catalogue).blocks.values()
        for port in block.ports
    ]
    for first in ports:
        says = port_matcher(sheet, (), first, catalogue)
        for second in ports:
            if first == second:
                continue
            wired = Connect((), first, second).apply(sheet)
            problems = [p for p in refs.Checker(catalogue).check(wired) if p.kind == "connection"]
            assert says(second).holds == (not problems), (first, second)


def test_an_adapter_is_offered_and_mends_the_wire(sheet: refs.Document, catalogue: Catalogue) -> None:
    first, second = _end("Persistence.inner"), _end("Reliable channel.channel")
    fit = port_matcher(sheet, (), first, catalogue)(second)
    assert not fit.holds
    assert "needs events delivered in total order" in fit.reason
    assert "∝" in fit.formal
    (offer,) = fit.offers
    assert offer.name == "Ordering"
    edit = InsertAdapter(
        (),
        first,
        second,
        "Order",
        adapter_reference(offer, catalogue),
        offer.left_endpoint,
        offer.right_endpoint,
        100,
        100,
    )
    mended = edit.apply(sheet)
    assert [p for p in refs.Checker(catalogue).check(mended) if p.kind in ("connection", "parameter")] == []
    assert edit.inverse(sheet).apply(mended) == sheet


def test_an_operator_is_offered_where_a_value_is_of_another_kind(
    palette: dict[str, Entry], catalogue: Catalogue
) -> None:
    document = refs.Document(refs.Composite())
    for title in ("Slider", "Gauge", "Number from yes or no"):
        document = Paste((), palette[title].make()).apply(document)
    first, second = _end("Slider.number"), _end("Number from yes or no.takes")
    document = Connect((), first, _end("Gauge.shows"), several=True).apply(document)
    fit = port_matcher(document, (), first, catalogue)(second)
    assert fit.reason == "'Number from yes or no' wants yes or no; Threshold makes it"
    (offer,) = fit.offers
    assert offer.name == "Threshold"
    edit = InsertAdapter(
        (), first, second, "Warm", adapter_reference(offer, catalogue), offer.left_endpoint, offer.right_endpoint,
        several=True,
    )  # fmt: skip
    mended = edit.apply(document)
    assert [problem for problem in refs.Checker(catalogue).check(mended) if problem.kind == "connection"] == []
    assert edit.inverse(document).apply(mended) == document


def test_ports_in_use_say_so(sheet: refs.Document, catalogue: Catalogue) -> None:
    wired = Connect((), _end("Tunnel.first"), _end("Reliable channel.channel")).apply(sheet)
    wired = ExportEndpoint((), _end("Tunnel.channel"), "outside").apply(wired)
    fit = port_matcher(wired, (), _end("Tunnel.second"), catalogue)
    assert fit(_end("Reliable channel.channel")).reason == ("Reliable channel.channel is already wired to Tunnel.first")
    assert fit(_end("Tunnel.channel")).reason == "Tunnel.channel is already shown outside as outside"
    rewired = port_matcher(wired, (), _end("Tunnel.first"), catalogue)
    assert rewired(_end("Reliable channel.channel")).holds  # the wire that is there


def test_what_is_missing_here_may_fit(catalogue: Catalogue, sheet: refs.Document) -> None:
    """Nobody knows the ports of an object that is not installed; those that wires mention are shown."""
    reference = sheet.reference
    assert isinstance(reference, refs.Composite)
    missing = refs.Composite(
        (*reference.components, ("Gone", refs.Primitive(0xBAD))),
        (refs.Connection(refs.EndpointPath("Gone", "x"), refs.EndpointPath("Tunnel", "first")),),
        (refs.Export("y", refs.EndpointPath("Gone", "y")),),
    )
    block = build_sheet_view(refs.Document(missing), (), catalogue).blocks["Gone"]
    assert (block.kind, [port.name for port in block.ports]) == ("missing", ["x", "y"])
    assert block.problems == ("this object is not installed here",)


def test_slots_take_what_fits(catalogue: Catalogue, palette: dict[str, Entry], sheet: refs.Document) -> None:
    slot = ("Shared text", "Channel")
    text = palette["Shared text"].make().reference
    given = build_sheet_view(sheet, (), catalogue).blocks["Shared text"].slots[0].value
    assert given is not None
    embedded = getattr(given, "reference", None)
    assert embedded is not None
    assert match_slot(sheet, slot, embedded, catalogue).holds
    wrong = match_slot(sheet, slot, palette["Reliable channel"].make().reference, catalogue)
    assert not wrong.holds
    assert wrong.reason
    assert "◁" in wrong.formal
    assert not match_slot(sheet, slot, text, catalogue).holds
    assert match_slot(sheet, slot, refs.Primitive(0xBAD), catalogue).holds  # nobody knows what it is
    assert match_slot(sheet, ("Tunnel", "T"), text, catalogue).reason == "this takes a value, not an object"
    assert match_slot(sheet, ("Tunnel", "no"), text, catalogue).reason == "there is no such place for an object"


def test_slots_know_the_types_that_are_chosen_beside_them(catalogue: Catalogue, palette: dict[str, Entry]) -> None:
    value = palette["Shared value"].make()
    numbers = SetArgument((), "T", refs.TypeArgument("int")).apply(value)
    channel = build_sheet_view(value, (), catalogue).blocks["Shared value"].slots[1].value
    embedded = getattr(channel, "reference", None)
    assert embedded is not None
    assert match_slot(value, ("Channel",), embedded, catalogue).holds
    assert not match_slot(numbers, ("Channel",), embedded, catalogue).holds


def test_ports_inside_a_template_have_open_types(catalogue: Catalogue, palette: dict[str, Entry]) -> None:
    tunnel = SetArgument((), "T", refs.TypeArgument("$T")).apply(palette["Tunnel"].make()).reference
    channel = SetArgument((), "T", refs.TypeArgument("$T")).apply(palette["Local channel"].make()).reference
    body = refs.Composite((("t", tunnel), ("c", channel)))
    document = refs.Document(refs.Template((refs.ParameterDeclaration("T", "value_type"),), body))
    view = build_sheet_view(document, (), catalogue)
    assert view.path == ("@body",)
    assert [port.name for port in view.blocks["t"].ports] == ["channel", "first", "second"]
    assert port_matcher(document, (), refs.EndpointPath("t", "first"), catalogue)(
        refs.EndpointPath("c", "channel")
    ).holds
