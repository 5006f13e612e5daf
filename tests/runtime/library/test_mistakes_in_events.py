# SPDX-License-Identifier: BSD-3-Clause
"""Mistakes in endpoints and events: errors at import with position and hint."""

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

import pytest

from app.runtime.library import DeclarationError, Endpoint, live_object
from app.runtime.references import Primitive, Reference
from app.runtime.types import EndpointType

ID = "0123456789abcdef0123456789abcdef"
T = TypeVar("T")
E = TypeVar("E", bound=EndpointType)
A_REFERENCE: Reference = Primitive(5)


def declare(build: Callable[[Endpoint], object]) -> None:
    """Declare a class `Thing` with the endpoint `port`; `build` adds to it and returns further members."""
    port = Endpoint()
    members = build(port)
    body = {"__doc__": "A thing.", "port": port, **(members if isinstance(members, dict) else {})}
    live_object(ID, name="Thing")(type("Thing", (), body))


def refusal(build: Callable[[Endpoint], object]) -> str:
    with pytest.raises(DeclarationError) as caught:
        declare(build)
    assert "\n" not in str(caught.value)
    return str(caught.value)


class TestEvents:
    def test_missing_annotation(self) -> None:
        def build(port: Endpoint) -> object:
            def receive(self, amount):  # type: ignore[no-untyped-def]
                """In."""

            receive.__qualname__ = "Thing.receive"
            return {"receive": port.incoming(receive)}

        assert refusal(build) == ("`Thing.receive`, parameter `amount`, has no type; write for example `amount: int`")

    def test_type_that_cannot_be_sent(self) -> None:
        class Colour(Enum):
            RED = "red"

        def build(port: Endpoint) -> object:
            def receive(self: object, colour: list[Colour]) -> None:
                """In."""

            return {"receive": port.incoming(receive)}

        message = refusal(build)
        assert "`TestEvents.test_type_that_cannot_be_sent" not in message
        assert "`receive`, parameter `colour`: `Colour` cannot be sent; use int, float, str" in message

    def test_event_declared_twice(self) -> None:
        def build(port: Endpoint) -> object:
            @port.incoming("go")
            def one(self: object) -> None:
                """In."""

            @port.incoming("go")
            def two(self: object) -> None:
                """In."""

            return {"one": one, "two": two}

        assert "`Thing` declares the event `go` of endpoint `port` twice; remove one" in refusal(build)

    def test_second_method_of_the_same_name(self) -> None:
        with pytest.raises(DeclarationError, match="two things named `go`, and only the last one counts"):

            @live_object(ID, name="Thing")
            class Thing:
                """A thing."""

                port = Endpoint()

                @port.incoming("start")
                def go(self) -> None:
                    """In."""

                @port.incoming("stop")  # type: ignore[no-redef]
                def go(self) -> None:  # noqa: F811 - the mistake itself
                    """In."""

    def test_body_that_is_never_run(self) -> None:
        def build(port: Endpoint) -> object:
            @port.outgoing
            def send(self: object, amount: int) -> None:
                print(amount)

            return {"send": send}

        assert "`send` has a body that is never run" in refusal(build)

    def test_event_by_types_that_cannot_be_sent(self) -> None:
        def build(port: Endpoint) -> object:
            return {"send": port.sends(complex)}

        assert "`Thing.send`, parameter `value`: `complex` cannot be sent" in refusal(build)

    def test_method_that_sends_and_handles(self) -> None:
        def build(port: Endpoint) -> object:
            @port.incoming
            @port.outgoing
            def both(self: object) -> None:
                """Both."""

            return {"both": both}

        assert "`Thing.both` sends one event and has a second meaning" in refusal(build)

    def test_method_that_sends_two_events(self) -> None:
        def build(port: Endpoint) -> object:
            @port.outgoing("one")
            @port.outgoing("two")
            def both(self: object) -> None:
                """Both."""

            return {"both": both}

        assert "write one method for each event" in refusal(build)

    def test_slots(self) -> None:
        def build(port: Endpoint) -> object:
            @port.outgoing
            def send(self: object) -> None:
                """Out."""

            return {"send": send, "__slots__": ()}

        assert "`Thing` has `__slots__`, so it cannot send events; remove `__slots__`" in refusal(build)

    def test_answer(self) -> None:
        def build(port: Endpoint) -> object:
            def ask(self: object) -> int:
                return 1

            return {"ask": port.incoming(ask)}  # type: ignore[type-var]

        assert "`ask` returns `int`, but an event has no answer; write `-> None`" in refusal(build)

    def test_coroutine(self) -> None:
        def build(port: Endpoint) -> object:
            async def ask(self: object) -> None:
                """Slow."""

            return {"ask": port.incoming(ask)}  # type: ignore[type-var]

        assert "`ask` is not a plain function; write `def`, and start long work with" in refusal(build)

    def test_any_number_of_arguments(self) -> None:
        def build(port: Endpoint) -> object:
            def ask(self: object, *things: int) -> None:
                """In."""

            return {"ask": port.incoming(ask)}

        assert "takes any arguments with `*`; name each of them" in refusal(build)

    def test_arguments_by_name_only(self) -> None:
        def build(port: Endpoint) -> object:
            def ask(self: object, *, thing: int) -> None:
                """In."""

            return {"ask": port.incoming(ask)}

        assert "parameter `thing`, can only be given by name; remove the `*` before it" in refusal(build)

    @pytest.mark.parametrize(("name", "better"), [("_hidden", "hidden"), ("_", "value")])
    def test_parameter_with_underscore(self, name: str, better: str) -> None:
        def build(port: Endpoint) -> object:
            members: dict[str, Any] = {}
            exec(f"def ask(self, {name}: int) -> None: pass", members)
            return {"ask": port.incoming(members["ask"])}

        assert f"has a parameter `{name}`; call it `{better}`" in refusal(build)

    def test_no_self(self) -> None:
        def build(port: Endpoint) -> object:
            def ask() -> None:
                """In."""

            return {"ask": port.incoming(ask)}

        assert "`ask` has no `self`; write `def ask(self)`" in refusal(build)

    def test_annotation_that_means_nothing(self) -> None:
        def build(port: Endpoint) -> object:
            def ask(self: object, thing: "Nowhere") -> None:  # type: ignore[name-defined]  # noqa: F821
                """In."""

            return {"ask": port.incoming(ask)}

        assert "has an annotation that means nothing here: name 'Nowhere' is not defined" in refusal(build)

    def test_bad_name_of_an_event(self) -> None:
        def build(port: Endpoint) -> object:
            @port.incoming(" ")
            def ask(self: object) -> None:
                """In."""

            return {"ask": ask}

        assert "endpoint `port` of `Thing`: " in refusal(build)

    def test_not_a_method(self) -> None:
        with pytest.raises(DeclarationError, match="which is not a method"):
            Endpoint().incoming(5)  # type: ignore[call-overload]

    def test_event_added_to_a_finished_class(self) -> None:
        class Base:
            port = Endpoint()

        with pytest.raises(DeclarationError, match="adds an event to the endpoint `port` of a finished class"):

            class Derived(Base):
                @Base.port.incoming
                def late(self) -> None:
                    """In."""

    def test_free_type_variable(self) -> None:
        def build(port: Endpoint) -> object:
            def ask(self: object, thing: T) -> None:
                """In."""

            return {"ask": port.incoming(ask)}

        assert "uses the type variable `T` without being generic in it; write `class Thing(Generic[T])`" in (
            refusal(build)
        )


class TestRoles:
    def test_wrong_parameters(self) -> None:
        def build(port: Endpoint) -> object:
            def came(self: object, who: str) -> None:
                """Somebody."""

            return {"came": port.connected(came)}

        assert "`came` has other parameters than `connected` gives it; write `def came(self)`" in refusal(build)

    def test_wrong_parameters_of_an_adapter(self) -> None:
        def build(port: Endpoint) -> object:
            def heard(self: object, value: Any) -> None:
                """Something."""

            return {"heard": port.every_incoming(heard)}

        assert "write `def heard(self, event: str, value: Any)`" in refusal(build)

    def test_body_of_a_sender(self) -> None:
        def build(port: Endpoint) -> object:
            def say(self: object, event: str, value: Any) -> None:
                print(event, value)

            return {"say": port.every_outgoing(say)}

        assert "has a body that is never run" in refusal(build)

    def test_two_methods_for_one_role(self) -> None:
        def build(port: Endpoint) -> object:
            def one(self: object) -> None:
                """Somebody."""

            port.connected(one)
            port.connected(one)
            return None

        assert "is the second method for `@....connected` of one endpoint; do both things in `one`" in (refusal(build))


class TestEndpoints:
    def test_two_of_one_name(self) -> None:
        def build(port: Endpoint) -> object:
            return {"other": Endpoint(name="port")}

        assert "`Thing` has two endpoints named `port`; give one of them another name" in refusal(build)

    def test_unknown_formalism(self) -> None:
        def build(port: Endpoint) -> object:
            return {"other": Endpoint(provides={"reliabilty": "total"})}

        message = refusal(build)
        assert "endpoint `other` of `Thing` has a constraint in the formalism `reliabilty`, which nobody" in message
        assert "use one of cardinality, merge, precedence, reliability, security, t" in message
        assert "or define it with `@formalism` above the class" in message

    def test_constraint_that_means_nothing(self) -> None:
        def build(port: Endpoint) -> object:
            return {"other": Endpoint(requires={"reliability": "perfect"})}

        assert "the constraint `reliability(perfect)` means nothing" in refusal(build)

    def test_explicit_type_with_declared_events(self) -> None:
        def build(port: Endpoint) -> object:
            other = Endpoint(carries="endpoint{}")
            return {"other": other}

        assert "carries events that its class does not know; declare one method with `every_incoming`" in (
            refusal(build)
        )

    @pytest.mark.parametrize(
        ("text", "expected"),
        [("~~", "expected"), ("int", "which is not of an endpoint"), ("$T", "which is not of an endpoint")],
    )
    def test_explicit_type_that_is_none(self, text: str, expected: str) -> None:
        def build(port: Endpoint) -> object:
            other = Endpoint(carries=text)

            @other.every_incoming
            def heard(self: object, event: str, value: Any) -> None:
                """In."""

            @other.every_outgoing
            def say(self: object, event: str, value: Any) -> None:
                """Out."""

            return {"other": other, "heard": heard, "say": say}

        assert expected in refusal(build)
