# SPDX-License-Identifier: BSD-3-Clause
"""External references and the registry: resolved by running the folder, checked, cycles named."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.runtime import references as refs
from app.runtime.activation import (
    ActivationError,
    CyclicReferenceError,
    DereferenceError,
    InternalEndpoint,
    Node,
    Registry,
    State,
)
from app.runtime.types import EndpointType, dual, is_subtype
from bench.activation import Relay
from tests.runtime.activation.conftest import body, make_node, settle
from tests.runtime.activation.samples import Broken, Chat, ListedFolder, TypedChannel, composite, ref

REGISTRY = refs.Primitive(refs.REGISTRY_ID)
CHANNEL = refs.Primitive(0xA0000000000000000000000000000008)
TEXT_CHANNEL = ref(TypedChannel, T=refs.TypeArgument("text"))


def external(name: str, source: refs.Reference = REGISTRY, as_type: str = "Object") -> refs.External:
    return refs.External(name, as_type, source)


async def test_fetched_from_the_registry(node: Node) -> None:
    node.registry.put("My channel", TEXT_CHANNEL)
    with await node.dereference(external("My channel", as_type="Channel[text]")) as proxy:
        assert proxy.state == State.LIVE
        assert proxy.type == node.object_type("Channel[text]")
        assert list(node._lives) == [proxy._life]  # the folder was only needed for the lookup


async def test_fetched_from_a_folder_that_is_fetched(node: Node) -> None:
    """Code 2.4: a channel from a platform from the registry."""
    node.registry.put("MyPlatform", ref(ListedFolder, content=TEXT_CHANNEL, name="MyChannel"))
    platform = external("MyPlatform", as_type="Folder[Channel[text]]")
    pair = composite({"one": external("MyChannel", platform), "two": external("MyChannel", platform)})
    with await node.dereference(pair) as proxy:
        assert proxy.state == State.FAILED  # a folder of anything is not one of channels
    relaxed = external("MyPlatform", as_type="Folder[Object]")
    pair = composite({"one": external("MyChannel", relaxed), "two": external("MyChannel", relaxed)})
    with await node.dereference(pair) as proxy:
        assert proxy.state == State.LIVE


@pytest.mark.parametrize(
    ("name", "mood", "as_type", "why"),
    [
        ("other", "good", "Object", "Folder has nothing named 'other'"),
        ("thing", "good", "Folder[Object]", "not of the type that is expected.*folder"),
        ("thing", "silent", "Object", "Folder did not answer within 0.05 s"),
        ("thing", "broken", "Object", r"Folder ended \(RuntimeError: the folder is broken\)"),
    ],
)
async def test_what_can_go_wrong(tmp_path: Path, name: str, mood: str, as_type: str, why: str) -> None:
    async with make_node(tmp_path, fetch_timeout=0.05) as node:
        folder = ref(ListedFolder, content=TEXT_CHANNEL, mood=mood)
        with pytest.raises(DereferenceError, match=why):
            await node.dereference(external(name, folder, as_type))
        assert not node._lives


async def test_a_folder_that_cannot_start(node: Node) -> None:
    """It has the type of a folder, and its component that is one fails."""
    broken = replace(
        composite({"folder": ref(ListedFolder, content=ref(Relay)), "broken": ref(Broken)}, folder="folder.folder"),
        as_type="Folder[Object]",
    )
    with pytest.raises(DereferenceError, match=r"the composite\.broken cannot run: RuntimeError"):
        await node.dereference(external("thing", broken))


async def test_what_is_fetched_is_checked_like_everything_else(node: Node) -> None:
    wrong = composite({"a": ref(Relay), "b": ref(Relay)}, (("a.left", "b.left"),))
    with pytest.raises(DereferenceError, match=r"the reference is wrong: a\.left and b\.left do not fit"):
        await node.dereference(external("thing", ref(ListedFolder, content=wrong)))


async def test_only_folders_are_asked(node: Node) -> None:
    node.registry.put("relay", ref(Relay))
    with pytest.raises(DereferenceError, match="folder"):
        await node.dereference(external("x", ref(Relay)))
    node.registry.put("folder of nothing", composite({}))
    with pytest.raises(DereferenceError, match="is not of the type that is expected"):
        await node.dereference(external("x", external("folder of nothing", as_type="Folder[Object]")))


async def test_circles_are_named(node: Node) -> None:
    node.registry.put("one", composite({"part": external("two")}))
    node.registry.put("two", external("one"))
    with pytest.raises(CyclicReferenceError, match=r"one.*two.*one"):
        await node.dereference(external("one"))


async def test_circles_that_only_show_when_followed(node: Node) -> None:
    """The static check follows the registry; this folder is unknown to it."""
    node.registry.put(
        "folder", ref(ListedFolder, content=external("thing", external("folder", as_type="Folder[Object]")))
    )
    with pytest.raises(CyclicReferenceError, match="to fetch 'thing', it must have been fetched: 'thing' → 'thing'"):
        await node.dereference(external("thing", external("folder", as_type="Folder[Object]")))


async def test_a_trail_has_an_end(node: Node) -> None:
    for number in range(70):
        node.registry.put(f"step {number}", external(f"step {number + 1}"))
    node.registry.put("step 70", ref(Relay))
    with pytest.raises(DereferenceError, match="'step 64' is more than 64 references away"):
        await node.dereference(external("step 0"))
    with await node.dereference(external("step 10")) as proxy:
        assert proxy.state == State.LIVE


async def test_templates_are_fetched_too(node: Node) -> None:
    node.registry.put("channels", refs.Primitive(0xA0000000000000000000000000000008))
    template = external("channels", as_type="template[T: value type] Channel[T]")
    reference = refs.Parameterized(template, (("T", refs.TypeArgument("text")),))
    with await node.dereference(reference) as proxy:
        assert body(proxy).context.types["T"].text == "text"
    node.registry.put("bare", refs.Template((), composite({"relay": ref(Relay)})))
    with pytest.raises(DereferenceError, match="this is a template, which is not an object yet"):
        await node.dereference(external("bare"))
    node.registry.put("written", refs.Template((), composite({"relay": ref(Relay)})))
    with await node.dereference(refs.Parameterized(external("written", as_type="template[] Object"), ())) as proxy:
        assert list(proxy.components) == ["relay"]
    node.registry.put("channels", external("channels too"))
    node.registry.put("channels too", ref(Relay))
    with pytest.raises(DereferenceError, match="Relay is not a template"):
        await node.dereference(reference)
    node.registry.put("channels", refs.Primitive(0xA0000000000000000000000000000008))
    with pytest.raises(DereferenceError, match="is not given its parameter 'T'"):
        await node.dereference(external("channels"))
    own_default = refs.Template(
        (refs.ParameterDeclaration("T", "value_type", None, refs.TypeArgument("text")),), ref(Relay)
    )
    node.registry.put(
        "default", replace(own_default, body=refs.Parameterized(CHANNEL, (("T", refs.ParameterUse("T")),)))
    )
    by_default = external("default", as_type="template[T: value type = text] Channel[T]")
    with await node.dereference(refs.Parameterized(by_default, ())) as proxy:
        assert proxy.type.endpoint("channel") == node.type_of(TEXT_CHANNEL).endpoint("channel")  # type: ignore[union-attr]
    narrower = external("channels", as_type="template[T: value type] ReliableChannel[T]")
    with pytest.raises(DereferenceError, match="Typed channel is not of the type that is expected"):
        await node.dereference(refs.Parameterized(narrower, (("T", refs.TypeArgument("text")),)))


async def test_a_broken_registry_entry_is_like_a_missing_one(node: Node, tmp_path: Path) -> None:
    node.registry.put("bad", ref(Relay))
    (tmp_path / "registry" / "bad.liveobject").write_bytes(b"<nonsense")
    with pytest.raises(DereferenceError, match="Registry has nothing named 'bad'"):
        await node.dereference(external("bad"))


def test_the_registry_keeps_names_as_files(tmp_path: Path) -> None:
    registry = Registry(tmp_path / "registry")
    assert registry.names() == []
    assert registry.get("a") is None
    names = ["a", "Grüße an alle", "../../etc/passwd", ".hidden", "with/slash", "50%", "a.liveobject"]
    told: list[tuple[str, bool]] = []
    stop = registry.watch(lambda name, present: told.append((name, present)))
    for name in names:
        registry.put(name, ref(Relay))
    assert registry.names() == sorted(names)
    assert all(registry.get(name) == ref(Relay) for name in names)
    assert {path.parent for path in tmp_path.rglob("*.liveobject")} == {tmp_path / "registry"}
    assert Registry(tmp_path / "registry").names() == sorted(names)
    assert registry.remove("a")
    assert not registry.remove("a")
    assert not registry.remove("")
    stop()
    registry.put("a", ref(Chat))
    assert registry.get("a") == ref(Chat)
    assert told == [*((name, True) for name in names), ("a", False)]
    assert registry.get("") is None
    (tmp_path / "registry" / "by hand 100%.liveobject").write_bytes(refs.write(ref(Relay)))
    assert registry.get("by hand 100%") == ref(Relay)
    registry.put("by hand 100%", ref(Chat))
    assert registry.get("by hand 100%") == ref(Chat)
    assert registry.names().count("by hand 100%") == 1
    for name in ("", "x" * 250, "ü" * 130, "\ud800"):
        with pytest.raises(ActivationError, match="cannot be kept"):
            registry.put(name, ref(Relay))
        assert registry.get(name) is None


async def test_the_registry_is_a_folder_that_can_be_edited(node: Node) -> None:
    with await node.dereference(REGISTRY) as proxy:
        assert is_subtype(proxy.type, node.object_type("Folder[Object]"))
        heard: list[tuple[str, Any]] = []

        def opposite(name: str) -> InternalEndpoint:
            mine = dual(proxy.endpoint(name).type)
            assert isinstance(mine, EndpointType)
            handlers: dict[str, Any] = {
                event.name: lambda value, event=event.name: heard.append((event, value)) for event in mine.incoming
            }
            return node.new_endpoint(mine, **handlers)

        folder, editing = opposite("folder"), opposite("editing")
        with node.connect(folder, proxy.endpoint("folder")), node.connect(editing, proxy.endpoint("editing")):
            folder.get("relay")
            editing.put({"name": "relay", "reference": ref(Relay)})
            folder.get("relay")
            editing.put({"name": "", "reference": ref(Relay)})
            editing.list()
            editing.remove("relay")
            editing.remove("relay")
            folder.get("relay")
            await settle()
    assert [each for each in heard if each[0] in ("item", "missing")] == [
        ("missing", "relay"),
        ("item", {"name": "relay", "reference": ref(Relay)}),
        ("missing", "relay"),
    ]
    assert [each for each in heard if each[0] in ("names", "changed")] == [
        ("changed", {"name": "relay", "present": True}),
        ("changed", {"name": "", "present": False}),
        ("names", ["relay"]),
        ("changed", {"name": "relay", "present": False}),
    ]
    with pytest.raises(Exception, match="is not on this machine"):
        await node.dereference(replace(REGISTRY, version=99))
    assert refs.ReferenceArgument(REGISTRY).line is None
