# SPDX-License-Identifier: BSD-3-Clause
"""From a decorated class to a definition with its type."""

from typing import Annotated, Any, Generic, NamedTuple, TypeVar

import pytest

from app.runtime.library import (
    Address,
    Channel,
    Choice,
    Colour,
    Context,
    Directory,
    Endpoint,
    File,
    Hint,
    Key,
    Label,
    Lines,
    ObjectReference,
    Range,
    Secret,
    Unit,
    adapter,
    definition_of,
    live_object,
)
from app.runtime.library.objects import object_type_of
from app.runtime.references import Reference
from app.runtime.types import NO_DEFAULT, EndpointType, ObjectType, Parameter, TemplateType, parse_type

ID = "0123456789abcdef0123456789abcdef"
T = TypeVar("T")
E = TypeVar("E", bound=EndpointType)
Obj = TypeVar("Obj", bound=ObjectType)


@live_object(ID, name="Shared counter", version=3, group="Shared documents")
class SharedCounter:
    """A number that everyone who opens it
    sees and changes.

    The rest is for people who read the code.
    """

    channel = Endpoint(requires={"reliability": "total"})
    counter = Endpoint(queued=True)

    def __init__(self, step: Annotated[int, Range(1, 10), Unit("steps")] = 1) -> None:
        self.step = step

    @channel.outgoing
    def send(self, amount: int) -> None:
        """Tell everyone."""

    @channel.incoming
    def receive(self, amount: int) -> None:
        """Add what somebody sent."""

    @counter.incoming("add")
    def add_some(self) -> None:
        """Count once more."""


def test_the_definition_says_what_the_class_says() -> None:
    definition = definition_of(SharedCounter)
    assert definition.id == int(ID, 16)
    assert definition.version == 3
    assert definition.name == "Shared counter"
    assert definition.group == "Shared documents"
    assert definition.kind == "object"
    assert definition.description == "A number that everyone who opens it sees and changes."


def test_the_type_comes_from_the_annotations() -> None:
    declared = definition_of(SharedCounter).type
    assert isinstance(declared, TemplateType)
    assert declared.result == parse_type(
        """object{
            channel: endpoint{ in receive(int); out send(int); requires reliability(total) };
            counter: endpoint{ in add() }
        }"""
    )
    assert declared.parameters == (Parameter("step", "value", parse_type("int"), 1),)
    assert declared.parameters[0].hints == (("range", "1..10"), ("unit", "steps"))


def test_the_blueprint_names_methods_and_their_parameters() -> None:
    channel, counter = definition_of(SharedCounter).blueprint().endpoints
    assert (channel.name, channel.attribute, channel.queued) == ("channel", "channel", False)
    assert [(event.name, event.method) for event in channel.incoming] == [("receive", "receive")]
    assert [(event.name, event.method) for event in counter.incoming] == [("add", "add_some")]
    assert channel.outgoing[0].signature.names == ("amount",)
    assert counter.queued


def test_an_object_without_parameters_has_an_object_type() -> None:
    @live_object(ID, name="Silent")
    class Silent:
        """Says nothing."""

    assert definition_of(Silent).type == ObjectType()


def test_a_class_outside_of_any_node_can_be_used_and_sends_to_nobody() -> None:
    counter = SharedCounter()
    counter.send(5)
    assert not counter.channel.connected
    assert SharedCounter.channel.name == "channel"


def test_several_arguments_are_a_record_and_defaults_are_optional() -> None:
    @live_object(ID, name="Mover")
    class Mover:
        """Moves things."""

        port = Endpoint()

        @port.outgoing
        def move(self, who: str, far: int = 1) -> None:
            """Out."""

        @port.incoming
        def moved(self, who: str, far: int = 1) -> None:
            """In."""

        @port.incoming
        def stop(self) -> None:
            """Nothing is carried."""

        @port.outgoing
        def stopped(self) -> None:
            """Nor here."""

        @port.disconnected
        def gone(self) -> None:
            """Nobody is there any more."""

    (port,) = definition_of(Mover).blueprint().endpoints
    assert port.type == parse_type(
        "endpoint{ out move({who: text, far: int}); out stopped(); in moved({who: text, far?: int, ...}); in stop() }"
    )
    assert port.disconnected == "gone"


def test_events_can_be_declared_by_their_types_alone() -> None:
    @live_object(ID, name="Mouse")
    class Mouse(Generic[T]):
        """Moves."""

        port = Endpoint()
        clicked = port.sends()
        turned = port.sends(float)
        dropped = port.sends(thing=T, x=int, y=int)  # type: ignore[misc]  # mypy knows T in annotations only

    mouse = Mouse[int]()
    mouse.clicked()
    mouse.turned(0.5)
    mouse.dropped(thing=5, x=1, y=2)
    (port,) = definition_of(Mouse).blueprint().endpoints
    assert str(port.type) == ("endpoint{ out clicked(); out dropped({thing: $T, x: int, y: int}); out turned(float) }")
    assert port.outgoing[2].signature.names == ("thing", "x", "y")


def test_a_generic_class_is_a_template() -> None:
    @live_object(ID, name="Pipe")
    class Pipe(Generic[T]):
        """Passes things on."""

        port = Endpoint()

        def __init__(self, first: T, context: Context) -> None:
            self.context = context

        @port.incoming
        def put(self, thing: T) -> None:
            """In."""

        @port.outgoing
        def got(self, things: list[T]) -> None:
            """Out."""

    declared = definition_of(Pipe).type
    assert str(declared) == (
        "template[T: value type, first: $T] object{ port: endpoint{ in put($T); out got(list[$T]) } }"
    )
    assert definition_of(Pipe).blueprint().injected == (("context", "context"),)


def test_bounds_of_type_variables_are_bounds_of_parameters() -> None:
    class Corner(NamedTuple):
        x: int
        y: int = 0

    P = TypeVar("P", bound=Corner)

    @live_object(ID, name="Corners")
    class Corners(Generic[P]):
        """Has corners."""

        port = Endpoint()

        @port.incoming
        def put(self, corner: P) -> None:
            """In."""

    declared = definition_of(Corners).type
    assert isinstance(declared, TemplateType)
    assert declared.parameters[0] == Parameter("P", "value_type", parse_type("{x: int, y?: int, ...}"))


def test_references_to_other_objects_are_parameters_with_their_types() -> None:
    @live_object(ID, name="Reader")
    class Reader(Generic[Obj]):
        """Reads other objects."""

        def __init__(
            self,
            source: ObjectReference[Channel[int]],
            counter: ObjectReference[SharedCounter],
            any_object: Reference,
            given: ObjectReference[Obj],
            spare: ObjectReference[Channel[int]] | None = None,
        ) -> None: ...

    declared = definition_of(Reader).type
    assert isinstance(declared, TemplateType)
    kinds = {parameter.name: (parameter.kind, str(parameter.type)) for parameter in declared.parameters}
    counter_type = definition_of(SharedCounter).type
    assert isinstance(counter_type, TemplateType)
    assert kinds == {
        "Obj": ("object_type", "None"),
        "source": ("reference", str(parse_type("Channel[int]"))),
        "counter": ("reference", str(counter_type.result)),
        "any_object": ("reference", "object{}"),
        "given": ("reference", "$Obj:object"),
        "spare": ("value", str(parse_type("reference[Channel[int]] | null"))),
    }
    assert declared.parameters[-1].default is None
    assert declared.parameters[1].default is NO_DEFAULT


def test_a_generic_object_can_be_referred_to_with_its_arguments() -> None:
    @live_object(ID, name="Pipe")
    class Pipe(Generic[T]):
        """Passes things on."""

        port = Endpoint()

        @port.incoming
        def put(self, thing: T) -> None:
            """In."""

    @live_object(ID, name="User")
    class User:
        """Uses a pipe."""

        def __init__(self, pipe: ObjectReference[Pipe[int]]) -> None: ...

    declared = definition_of(User).type
    assert isinstance(declared, TemplateType)
    assert declared.parameters[0].type == parse_type("object{ port: endpoint{ in put(int) } }")


def test_an_adapter_can_carry_events_that_it_does_not_know() -> None:
    @adapter(ID, name="Encrypt")
    class Encrypt(Generic[E]):
        """Hides what passes."""

        inner = Endpoint(carries="~E")
        outer = Endpoint(carries="E", provides={"security": "encrypted"})

        @inner.every_incoming
        def from_inside(self, event: str, value: Any) -> None:
            """In."""

        @inner.every_outgoing
        def to_inside(self, event: str, value: Any) -> None:
            """Out."""

        @outer.every_incoming
        def from_outside(self, event: str, value: Any) -> None:
            """In."""

        @outer.every_outgoing
        def to_outside(self, event: str, value: Any) -> None:
            """Out."""

    definition = definition_of(Encrypt)
    assert definition.kind == "adapter"
    assert str(definition.type) == (
        "template[E: endpoint type] object{ inner: ~$E:endpoint; outer: $E:endpoint with provides security(encrypted) }"
    )
    inner, outer = definition.blueprint().endpoints
    assert (inner.every_incoming, inner.every_outgoing) == ("from_inside", "to_inside")
    assert outer.every_incoming == "from_outside"


def test_an_adapter_may_change_nothing_about_its_endpoints() -> None:
    @adapter(ID, name="Look")
    class Look(Generic[E]):
        """Looks at what passes."""

        inner = Endpoint(carries="~E")
        outer = Endpoint(carries="E")

        @inner.every_incoming
        @outer.every_incoming
        def heard(self, event: str, value: Any) -> None:
            """In."""

        @inner.every_outgoing
        def in_(self, event: str, value: Any) -> None:
            """Out."""

        @outer.every_outgoing
        def out(self, event: str, value: Any) -> None:
            """Out."""

    assert str(definition_of(Look).type).endswith("object{ inner: ~$E:endpoint; outer: $E:endpoint }")


def test_an_object_type_stands_for_itself() -> None:
    assert object_type_of(ObjectType()) == ObjectType()


def test_endpoints_are_inherited_and_can_be_strengthened() -> None:
    class Base:
        port = Endpoint(provides={"reliability": "fifo"})
        other = Endpoint()

        @port.connected
        def came(self) -> None:
            """Somebody is here."""

        @port.incoming
        def put(self, thing: int) -> None:
            """In."""

    @live_object(ID, name="Derived")
    class Derived(Base):
        """Does more."""

        other = None  # type: ignore[assignment]  # taken away
        port = Base.port.stronger(provides={"reliability": "at least once"}, requires={"security": "encrypted"})

        def put(self, thing: int) -> None:
            """In, but better."""

    (port,) = definition_of(Derived).blueprint().endpoints
    assert port.type == parse_type(
        "endpoint{ in put(int); provides reliability(at least once, fifo); requires security(encrypted) }"
    )
    assert port.connected == "came"


def test_hints_are_pairs_that_references_can_keep() -> None:
    hints = [
        Range(0, 1.5, 0.5),
        Choice("small", "large"),
        Colour(),
        File("Images (*.png)"),
        File(),
        Directory(),
        Key(),
        Address(),
        Lines(),
        Secret(),
        Label("Size of the page"),
    ]
    assert [list(hint.pairs()) for hint in hints] == [
        [("range", "0..1.5"), ("step", "0.5")],
        [("choice", "small"), ("choice", "large")],
        [("editor", "colour")],
        [("editor", "file"), ("filter", "Images (*.png)")],
        [("editor", "file")],
        [("editor", "directory")],
        [("editor", "key")],
        [("editor", "address")],
        [("editor", "lines")],
        [("editor", "secret")],
        [("label", "Size of the page")],
    ]
    assert Choice("a") != Choice("b")
    assert list(Hint().pairs()) == []
    with pytest.raises(ValueError, match="is empty"):
        Range(2, 1)
