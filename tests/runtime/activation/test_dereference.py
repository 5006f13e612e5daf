# SPDX-License-Identifier: BSD-3-Clause
"""From references to proxies: arguments, types, templates, casts, missing objects."""

import gc
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic

import pytest

from app.runtime import references as refs
from app.runtime.activation import DereferenceError, EndpointError, Node, State
from app.runtime.activation.templates import fill_in
from app.runtime.library import Blueprint, Endpoint, MissingObjectError, adapter, definition_of
from app.runtime.trust import NotAllowedError, Permission, Question
from app.runtime.types import parse_endpoint_type
from bench.activation import Relay
from tests.runtime.activation.conftest import body, make_node, settle
from tests.runtime.activation.samples import (
    NUMBERS_IN,
    Chat,
    E,
    Identified,
    Opener,
    Ordering,
    Sink,
    Source,
    TypedChannel,
    catalogue,
    composite,
    ref,
)

KEY = uuid.UUID(int=7)
TEXT_CHANNEL = ref(TypedChannel, T=refs.TypeArgument("text"))
TOTAL_CHANNEL = "object{ channel: endpoint{ in send(text); out receive(text); provides reliability(total) } }"
WIRES = (("inner.gone", "relay.left"),)
MISSING = refs.Primitive(0xDEAD, 0, "Lost thing")


async def test_arguments_reach_the_constructor(node: Node) -> None:
    reference = ref(Identified, key=KEY, sizes=refs.ListValue((1, 2)))
    with await node.dereference(reference) as proxy:
        assert body(proxy).settings == (KEY, [1, 2], "none")
        assert body(proxy).context.reference == reference
        assert body(proxy).context.name == "Identified"
        assert body(proxy).context.node_id == node.id
        assert body(proxy).context.node_name == node.name
        assert body(proxy).context.user == node.identity.public
        with pytest.raises(NotAllowedError, match="nobody is here to allow it"):
            await body(proxy).context.permit(Question(Permission.DEVICES, "camera"))
        assert repr(proxy) == "<proxy of Identified: live>"


async def test_type_parameters_make_the_type(node: Node) -> None:
    with await node.dereference(TEXT_CHANNEL) as proxy:
        assert str(proxy.type.endpoint("channel")).startswith("endpoint{ in send(text); out receive(text)")
        assert {name: str(found) for name, found in body(proxy).context.types.items()} == {"T": "text"}


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        (ref(Identified, key=KEY), "'sizes'"),
        (ref(Identified, key="no key", sizes=refs.ListValue()), "'key'"),
        (ref(TypedChannel), "'T'"),
        (ref(Chat, greeting=5), "'greeting'"),
        (ref(Chat, nonsense=5), "'nonsense'"),
        (replace(ref(Chat), as_type="Folder[Object]"), "folder"),
        (replace(ref(Chat), as_type="{x: int}"), "type"),
        (replace(ref(Chat), as_type="nonsense"), "nonsense"),
        (refs.ParameterUse("P"), "no parameter P"),
        (refs.Template((), ref(Chat)), "template"),
        (refs.Parameterized(ref(Sink), ()), "template"),
        (composite({"a": ref(Chat), "b": TEXT_CHANNEL}, (("a.channel", "b.channel"),)), "total"),
        (composite({"a": ref(Chat)}, c="b.channel"), "'b'"),
        (composite({"a": ref(Relay)}, c="a.nonsense"), "'nonsense'"),
    ],
)
async def test_wrong_references_are_refused(node: Node, reference: object, why: str) -> None:
    with pytest.raises(DereferenceError, match=why) as refused:
        await node.dereference(reference)  # type: ignore[arg-type]
    assert "\n" not in str(refused.value)
    assert not node._lives


async def test_many_problems_make_one_message(node: Node) -> None:
    wrong = composite({f"c{number}": ref(Chat, greeting=number) for number in range(9)})
    with pytest.raises(DereferenceError, match="and 13 more"):
        await node.dereference(wrong)


async def test_what_is_missing_says_how_to_get_it(node: Node) -> None:
    with pytest.raises(MissingObjectError, match="`Lost thing` is not on this machine; install the library"):
        await node.dereference(MISSING)
    with await node.dereference(
        composite({"lost": MISSING, "relay": ref(Relay)}, (("lost.any", "relay.left"),), out="relay.right")
    ) as proxy:
        assert proxy.state == State.FAILED
        assert "`Lost thing` is not on this machine" in str(proxy.failure)
        assert proxy.components["relay"].state == State.LIVE
        assert list(proxy.endpoints()) == ["out"]
        with pytest.raises(EndpointError, match="has no endpoint"):
            proxy.components["lost"].endpoint("any")
    with await node.dereference(composite({"lost": MISSING}, out="lost.any")) as proxy:
        assert not proxy.endpoints()


async def test_what_is_missing_further_in(node: Node) -> None:
    """A composite lacks the endpoint of a missing component; others are not affected."""
    inner = composite({"lost": MISSING, "relay": ref(Relay)}, gone="lost.any", there="relay.left")
    outer = composite({"inner": inner, "more": inner, "relay": ref(Relay)}, WIRES, x="more.gone", y="inner.there")
    with await node.dereference(outer) as proxy:
        assert proxy.state == State.FAILED
        assert list(proxy.endpoints()) == ["y"]
        assert not proxy.components["relay"].endpoint("left").connected


async def test_code_that_cannot_be_imported(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> Blueprint:
        raise ImportError("there is no such module")

    broken = replace(definition_of(Relay), load=load)
    monkeypatch.setattr(node, "definition", lambda primitive: broken)
    with pytest.raises(DereferenceError, match="Relay cannot run: ImportError: there is no such module"):
        await node.dereference(ref(Relay))


@pytest.mark.parametrize("enabled", [True, False])
async def test_building_leaves_the_collector_as_it_was(node: Node, enabled: bool) -> None:
    before = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        with await node.dereference(ref(Relay)):
            assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()


async def test_nested_composites(node: Node) -> None:
    inner = composite({"relay": ref(Relay)}, inlet="relay.left", outlet="relay.right")
    outer = composite(
        {"source": ref(Source), "inner": inner, "sink": ref(Sink)},
        (("source.wire", "inner.inlet"), ("inner.outlet", "sink.wire")),
    )
    with await node.dereference(outer, "outer") as proxy:
        body(proxy.components["source"]).put(3)
        assert body(proxy.components["sink"]).got == [3]
        assert proxy.components["inner"].components["relay"].name == "outer.inner.relay"
        with pytest.raises(DereferenceError):
            await node.dereference(replace(outer, connections=(*outer.connections, outer.connections[0])))


CHANNEL_USER = refs.Template(
    (
        refs.ParameterDeclaration("T", "value_type"),
        refs.ParameterDeclaration("Greeting", "value", "text", refs.ValueArgument("welcome")),
        refs.ParameterDeclaration("Channel", "reference", "Channel[T]"),
        refs.ParameterDeclaration("U", "value_type", None, refs.TypeArgument("list[T]")),
    ),
    refs.Composite(
        (
            ("channel", refs.ParameterUse("Channel")),
            ("cast", refs.ParameterUse("Channel", as_type="Channel[T]")),
            ("chat", refs.Parameterized(ref(Chat), (("greeting", refs.ParameterUse("Greeting")),))),
            (
                "more",
                refs.Parameterized(ref(TypedChannel), (("T", refs.TypeArgument("U")),), as_type="Channel[list[T]]"),
            ),
            ("most", refs.Parameterized(ref(TypedChannel), (("T", refs.ParameterUse("U")),))),
            ("opener", ref(Opener)),
            ("fetched", refs.External("x", "Channel[T]", refs.ParameterUse("Channel"))),
            (
                "inner",
                refs.Parameterized(
                    refs.Template(
                        (
                            refs.ParameterDeclaration("T", "value_type"),
                            refs.ParameterDeclaration("V", "value_type", "U", refs.TypeArgument("U")),
                            refs.ParameterDeclaration("W", "value", "text", refs.ParameterUse("Greeting")),
                            refs.ParameterDeclaration("X", "reference", "Object", refs.ReferenceArgument(ref(Opener))),
                        ),
                        refs.Composite(
                            (
                                ("deep", refs.Parameterized(ref(TypedChannel), (("T", refs.TypeArgument("T")),))),
                                ("chat", refs.Parameterized(ref(Chat), (("greeting", refs.ParameterUse("W")),))),
                                ("own", refs.ParameterUse("X", as_type="Channel[U]")),
                            )
                        ),
                    ),
                    (("T", refs.TypeArgument("map[text, T]")),),
                ),
            ),
        )
    ),
)


async def test_templates_in_files(node: Node) -> None:
    reference = refs.Parameterized(
        CHANNEL_USER, (("T", refs.TypeArgument("text")), ("Channel", refs.ReferenceArgument(TEXT_CHANNEL)))
    )
    # The chats of this template are not connected; only the substitution is tested here.
    filled = fill_in(CHANNEL_USER, dict(reference.arguments), node.names)
    assert isinstance(filled, refs.Composite)
    parts = dict(filled.components)
    assert parts["channel"] == TEXT_CHANNEL
    assert parts["fetched"].source == TEXT_CHANNEL  # type: ignore[union-attr]
    assert "text" in str(parts["cast"].as_type)
    assert parts["chat"] == refs.Parameterized(ref(Chat), (("greeting", refs.ValueArgument("welcome")),))
    assert parts["more"].arguments == (("T", refs.TypeArgument("list[text]")),)  # type: ignore[union-attr]
    assert parts["most"].arguments == (("T", refs.TypeArgument("list[text]")),)  # type: ignore[union-attr]
    inner = parts["inner"]
    assert isinstance(inner, refs.Parameterized)
    assert isinstance(inner.template, refs.Template)
    assert inner.arguments == (("T", refs.TypeArgument("map[text, text]")),)
    deep = fill_in(inner.template, dict(inner.arguments), node.names)
    assert isinstance(deep, refs.Composite)
    assert dict(deep.components)["deep"].arguments == (("T", refs.TypeArgument("map[text, text]")),)  # type: ignore[union-attr]
    assert dict(deep.components)["chat"].arguments == (("greeting", refs.ValueArgument("welcome")),)  # type: ignore[union-attr]
    with pytest.raises(DereferenceError, match="not given its parameter 'T'"):
        fill_in(CHANNEL_USER, {}, node.names)
    with pytest.raises(DereferenceError, match="'T' must be a type"):
        fill_in(CHANNEL_USER, {"T": refs.ValueArgument(5)}, node.names)
    with pytest.raises(DereferenceError, match="'Channel' is used as an object"):
        fill_in(CHANNEL_USER, {"T": refs.TypeArgument("int"), "Channel": refs.ValueArgument(5)}, node.names)
    with pytest.raises(DereferenceError, match="cannot be read"):
        fill_in(CHANNEL_USER, {"T": refs.TypeArgument("][")}, node.names)


async def test_a_template_becomes_an_object(node: Node) -> None:
    template = refs.Template(
        (refs.ParameterDeclaration("T", "value_type"), refs.ParameterDeclaration("C", "reference", "Channel[T]")),
        composite({"left": ref(Relay), "channel": refs.ParameterUse("C")}, out="channel.channel"),
    )
    reference = refs.Parameterized(
        template,
        (("T", refs.TypeArgument("text")), ("C", refs.ReferenceArgument(TEXT_CHANNEL))),
        as_type="Channel[text]",
    )
    with pytest.raises(DereferenceError, match="channel"):  # it is exported under another name
        await node.dereference(reference)
    with await node.dereference(replace(reference, as_type=None)) as proxy:
        assert list(proxy.endpoints()) == ["out"]


async def test_a_cast_hides_endpoints(node: Node) -> None:
    relay = ref(Relay)
    left = f"object{{ left: {dict(node.type_of(relay).endpoints)['left']} }}"  # type: ignore[union-attr]
    with await node.dereference(node.cast(relay, left)) as proxy:
        assert list(proxy.endpoints()) == ["left"]
        assert proxy.reference.as_type is not None
        with pytest.raises(EndpointError, match="`right`; it has `left`"):
            proxy.endpoint("right")
        assert list(proxy.cast(node.object_type("Object")).endpoints()) == []
        with pytest.raises(EndpointError, match="is not of that type"):
            proxy.cast(node.object_type("Folder[Object]"))


async def test_a_cast_inserts_an_adapter_where_everyone_can_see_it(node: Node) -> None:
    cast = node.cast(TEXT_CHANNEL, TOTAL_CHANNEL)
    assert isinstance(cast, refs.Composite)
    assert [name for name, _ in cast.components] == ["object", "channel: Ordering"]
    pair = composite({"chat": ref(Chat), "channel": cast}, (("chat.channel", "channel.channel"),))
    with await node.dereference(pair) as proxy:
        assert proxy.state == State.LIVE
        chat = body(proxy.components["chat"])
        chat.send("hello")
        await settle()
        assert chat.heard == ["hello"]
    assert node.cast(TEXT_CHANNEL, "Channel[text]").as_type is not None


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ("Folder[Object]", "folder"),
        (
            "object{ channel: endpoint{ in send(text); out receive(text); provides reliability(durable) } }",
            "durability",
        ),
        (TOTAL_CHANNEL.replace("} }", "}; provides security(encrypted) }"), "encryption"),
        ("{x: int}", "not the type of an object"),
        ("][", "cannot be read"),
    ],
)
async def test_a_cast_that_nothing_can_mend(node: Node, wanted: str, why: str) -> None:
    with pytest.raises(DereferenceError, match=why):
        node.cast(TEXT_CHANNEL, wanted)


@adapter("d0000000000000000000000000000001", name="Durable text")
class DurableText:
    """Makes a channel of texts durable; it is made for nothing else."""

    inner = Endpoint()
    outer = Endpoint(provides={"reliability": "durable"})

    @outer.incoming("send")
    def from_outer(self, text: str) -> None: ...

    @outer.outgoing("receive")
    def to_outer(self, text: str) -> None: ...

    @inner.outgoing("send")
    def to_inner(self, text: str) -> None: ...

    @inner.incoming("receive")
    def from_inner(self, text: str) -> None: ...


@adapter("d0000000000000000000000000000002", name="A key is needed")
class Encrypting(Generic[E]):
    """Encrypts, with a key that a person must give."""

    inner = Endpoint(carries="~E")
    outer = Endpoint(carries="E", provides={"reliability": "durable"})

    def __init__(self, key: str) -> None: ...

    @inner.every_incoming
    def from_inner(self, event: str, value: Any) -> None: ...

    @inner.every_outgoing
    def to_inner(self, event: str, value: Any) -> None: ...

    @outer.every_incoming
    def from_outer(self, event: str, value: Any) -> None: ...

    @outer.every_outgoing
    def to_outer(self, event: str, value: Any) -> None: ...


async def test_an_adapter_that_needs_a_person_is_not_inserted(tmp_path: Path) -> None:
    durable = "object{ channel: endpoint{ in send(text); out receive(text); provides reliability(durable) } }"
    async with make_node(tmp_path, catalogue=catalogue(Encrypting)) as node:
        with pytest.raises(DereferenceError, match="durability"):
            node.cast(TEXT_CHANNEL, durable)
    async with make_node(tmp_path, catalogue=catalogue(Encrypting, DurableText)) as node:
        cast = node.cast(TEXT_CHANNEL, durable)
        assert isinstance(cast, refs.Composite)
        assert dict(cast.components)["channel: Durable text"] == refs.Primitive(
            0xD0000000000000000000000000000001, name="Durable text"
        )


async def test_a_cast_leaves_alone_what_fits(node: Node) -> None:
    pair = composite({"channel": TEXT_CHANNEL, "relay": ref(Relay)}, channel="channel.channel", left="relay.left")
    left = dict(node.type_of(pair).endpoints)["left"]  # type: ignore[union-attr]
    cast = node.cast(pair, f"{TOTAL_CHANNEL[:-2]}; left: {left} }}")
    assert isinstance(cast, refs.Composite)
    assert {str(export.endpoint) for export in cast.exports} == {"channel: Ordering.outer", "object.left"}


async def test_templates_cannot_be_cast_or_typed_without_parts(node: Node) -> None:
    with pytest.raises(DereferenceError, match="a template cannot be cast"):
        node.cast(refs.Primitive(0xA0000000000000000000000000000008), "Object")
    with pytest.raises(DereferenceError, match="the type of the reference is not known"):
        node.type_of(MISSING)


async def test_references_inside_events(node: Node) -> None:
    """Code 2.1: a reference arrives in an event; it is inspected, cast and dereferenced."""
    opener = await node.dereference(ref(Opener))
    context = body(opener).context
    told: list[str] = []
    asking = node.new_endpoint(
        parse_endpoint_type("endpoint{ out open(reference[Object]); in opened_one(text) }"), opened_one=told.append
    )
    with node.connect(asking, opener.endpoint("requests")):
        asking.open(context.cast(TEXT_CHANNEL, "Channel[text]"))
        await settle()
        assert context.type_of(TEXT_CHANNEL) == node.type_of(TEXT_CHANNEL)
        assert told == [str(node.object_type("Channel[text]"))]
    (opened,) = body(opener).opened
    assert opened.state == State.LIVE
    opener.close()
    assert opened.state == State.ENDED  # it owns what it opened


async def test_what_is_opened_by_a_proxy_that_has_ended_meanwhile_ends(node: Node) -> None:
    opener = await node.dereference(ref(Opener))
    context = body(opener).context
    opener.close()
    with pytest.raises(DereferenceError, match="has ended meanwhile"):
        await context.dereference(ref(Sink))
    assert not node._lives


async def test_a_proxy_connects_what_it_opens(node: Node) -> None:
    opener = await node.dereference(ref(Opener))
    context = body(opener).context
    sink = await context.dereference(ref(Sink))
    got: list[int] = []
    mine = context.new_endpoint(NUMBERS_IN, back=got.append)
    passing = context.new_endpoint(NUMBERS_IN)
    context.connect(passing, sink.endpoint("wire"))
    context.release(passing)
    context.connect(mine, sink.endpoint("wire"))
    context.log("connected")
    mine.put(4)
    body(sink).back(5)
    assert (body(sink).got, got) == ([4], [5])
    sink.close()
    await settle()
    assert not mine.connected
    opener.close()


async def test_an_adapter_that_fails(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object) -> None:
        raise ValueError("no")

    monkeypatch.setattr(Ordering, "__init__", broken)
    chat, channel = await node.dereference(ref(Chat)), await node.dereference(TEXT_CHANNEL)
    with pytest.raises(EndpointError, match="the adapter Ordering failed: ValueError: no"):
        node.connect(chat.endpoint("channel"), channel.endpoint("channel"), adapt=True)
