# SPDX-License-Identifier: BSD-3-Clause
"""Mistakes in classes, parameters, types, plug-ins and views: errors at import with a hint."""

from collections.abc import Callable
from dataclasses import InitVar, dataclass
from typing import Any, Generic, TypeVar

import pytest

from app.runtime.library import (
    Channel,
    Context,
    DeclarationError,
    Endpoint,
    ObjectReference,
    OfType,
    adapter,
    definition_of,
    formalism,
    live_object,
    type_name,
    view_of,
    wrapper_of,
)
from app.runtime.library.objects import object_type_of
from app.runtime.references import Primitive, Reference
from app.runtime.types import EndpointType

ID = "0123456789abcdef0123456789abcdef"
T = TypeVar("T")
E = TypeVar("E", bound=EndpointType)
A_REFERENCE: Reference = Primitive(5)


class TestClasses:
    @pytest.mark.parametrize("bad", ["", "12", "g" * 32, "0" * 32, ID.upper(), 5])
    def test_bad_id(self, bad: Any) -> None:
        with pytest.raises(
            DeclarationError, match=r"which is not 32 hexadecimal digits; use this new one: \"[0-9a-f]{32}\""
        ):
            live_object(bad, name="Thing")(type("Thing", (), {"__doc__": "A thing."}))

    @pytest.mark.parametrize("bad", [0, -1, True, "1", 2**40])
    def test_bad_version(self, bad: Any) -> None:
        with pytest.raises(DeclarationError, match=r"`Thing` has the version .*; count versions 1, 2, 3"):
            live_object(ID, name="Thing", version=bad)(type("Thing", (), {"__doc__": "A thing."}))

    @pytest.mark.parametrize("bad", ["", " ", "a\nb", "x" * 81, 7])
    def test_bad_name(self, bad: Any) -> None:
        with pytest.raises(DeclarationError, match="`Thing` has no good name"):
            live_object(ID, name=bad)(type("Thing", (), {"__doc__": "A thing."}))

    def test_no_docstring(self) -> None:
        with pytest.raises(DeclarationError, match="`Thing` has no docstring; say in one sentence what it does"):
            live_object(ID, name="Thing")(type("Thing", (), {}))

    def test_constraint_of_the_object(self) -> None:
        with pytest.raises(DeclarationError, match="`Thing` has a constraint in the formalism `nothing`"):
            live_object(ID, name="Thing", provides={"nothing": "x"})(type("Thing", (), {"__doc__": "A thing."}))

    def test_constraint_that_cannot_be_written(self) -> None:
        with pytest.raises(DeclarationError, match=r"`Thing`: .*change the part that it speaks of"):
            live_object(ID, name="Thing", provides={"security": "((("})(type("Thing", (), {"__doc__": "A."}))

    def test_not_decorated(self) -> None:
        with pytest.raises(DeclarationError, match="`Plain` is not a live object; put `@live_object"):
            definition_of(type("Plain", (), {}))

    def test_a_subclass_is_not_decorated_by_its_base(self) -> None:
        base = live_object(ID, name="Thing")(type("Thing", (), {"__doc__": "A thing."}))
        with pytest.raises(DeclarationError):
            definition_of(type("Derived", (base,), {}))

    def test_adapter_with_one_endpoint(self) -> None:
        with pytest.raises(DeclarationError, match="the adapter `Thing` does not have two endpoints"):
            adapter(ID, name="Thing")(type("Thing", (), {"__doc__": "A thing.", "port": Endpoint()}))


class TestParameters:
    @staticmethod
    def refusal(constructor: Callable[..., None]) -> str:
        constructor.__qualname__ = "Thing.__init__"
        with pytest.raises(DeclarationError) as caught:
            live_object(ID, name="Thing")(type("Thing", (), {"__doc__": "A thing.", "__init__": constructor}))
        return str(caught.value)

    def test_default_of_another_type(self) -> None:
        def construct(self: object, step: int = "one") -> None: ...  # type: ignore[assignment]

        assert "`Thing.__init__`, parameter `step`: the default 'one' does not fit" in self.refusal(construct)

    def test_reference_with_default(self) -> None:
        def construct(self: object, channel: Reference = A_REFERENCE) -> None: ...

        assert "a reference cannot have a default" in self.refusal(construct)

    def test_default_of_a_class_that_it_is_not(self) -> None:
        @dataclass
        class Point:
            x: int

        def construct(self: object, where: Point = 5) -> None: ...  # type: ignore[assignment]

        construct.__annotations__["where"] = Point
        assert "the default 5 does not fit" in self.refusal(construct)

    def test_unsuitable_type(self) -> None:
        def construct(self: object, what: complex) -> None: ...

        assert "`Thing.__init__`, parameter `what`: `complex` cannot be sent" in self.refusal(construct)


class TestTypes:
    def test_class_that_contains_itself(self) -> None:
        @dataclass
        class Tree:
            children: "list[Tree]"

        Tree.__annotations__["children"] = list[Tree]
        with pytest.raises(DeclarationError, match="contains itself, and no type is endless; use Any"):
            wrapper_of(Tree)

    def test_field_that_cannot_be_sent(self) -> None:
        @dataclass
        class Holder:
            thing: complex

        with pytest.raises(DeclarationError, match="field `thing` of `Holder`: `complex` cannot be sent"):
            wrapper_of(Holder)

    def test_field_of_the_constructor_only(self) -> None:
        @dataclass
        class Holder:
            thing: InitVar[int]

        with pytest.raises(DeclarationError, match="field `thing` of `Holder` exists only in the constructor"):
            wrapper_of(Holder)

    def test_tuple_with_parts(self) -> None:
        with pytest.raises(DeclarationError, match=r"use tuple\[X, ...\] for a list, or a NamedTuple"):
            wrapper_of(tuple[int, str])

    def test_keys_with_parts(self) -> None:
        with pytest.raises(DeclarationError, match="have parts; use keys of type str, int or UUID"):
            wrapper_of(dict[tuple[int, ...], int])

    def test_options_that_nobody_can_tell_apart(self) -> None:
        @dataclass
        class Thing:
            x: int

        with pytest.raises(DeclarationError, match="nobody can tell"):
            wrapper_of(list[int] | list[Thing])

    def test_too_deep(self) -> None:
        annotation: Any = int
        for _ in range(70):
            annotation = list[annotation]
        with pytest.raises(DeclarationError, match=r"is no type: .*nested deeper"):
            wrapper_of(annotation)

    def test_notation_that_cannot_be_read(self) -> None:
        with pytest.raises(DeclarationError, match="the type 'list' cannot be read"):
            OfType("list").resolve()

    def test_notation_of_an_object(self) -> None:
        with pytest.raises(DeclarationError, match=r"write `reference\[Channel\[int\]\]` to mean a reference"):
            OfType("Channel[int]").resolve()

    def test_reference_to_an_undecorated_class(self) -> None:
        annotation: Any = ObjectReference
        with pytest.raises(DeclarationError, match="`int` is not a live object"):
            annotation[int]

    def test_generic_reference_without_arguments(self) -> None:
        with pytest.raises(DeclarationError, match=r"`Channel` needs its type `T`; write `Channel\[...\]`"):
            object_type_of(Channel)


class TestPlugins:
    def test_formalism_without_methods(self) -> None:
        with pytest.raises(DeclarationError, match="the formalism `Empty` has no method `parse`"):
            formalism("empty")(type("Empty", (), {}))

    def test_formalism_with_a_name_that_is_taken(self) -> None:
        def nothing(*_: object) -> None: ...

        with pytest.raises(DeclarationError, match="takes the name of the built-in formalism `timing`"):
            formalism("timing")(type("Mine", (), {"parse": nothing, "is_weaker_than": nothing}))

    def test_name_for_nothing(self) -> None:
        with pytest.raises(DeclarationError, match="has neither fields nor endpoints nor events"):
            type_name("Nothing")(type("Nothing", (), {}))

    def test_name_that_is_taken(self) -> None:
        @dataclass
        class Point:
            x: int

        with pytest.raises(DeclarationError, match="`Point` cannot be named 'Channel'"):
            type_name("Channel")(Point)


class TestViews:
    @staticmethod
    def shown() -> type:
        @live_object(ID, name="Thing")
        class Thing:
            """A thing."""

            port = Endpoint()

            @port.outgoing
            def show(self, value: int) -> None:
                """Out."""

        return Thing

    def test_endpoint_that_the_object_lacks(self) -> None:
        with pytest.raises(DeclarationError, match="wants an endpoint `door` of `Thing`; there are only these: port"):

            @view_of(self.shown())
            class View:
                door = Endpoint()

    def test_events_that_do_not_match(self) -> None:
        with pytest.raises(DeclarationError, match="the view `View` does not fit the endpoint `port`"):

            @view_of(self.shown())
            class View:
                port = Endpoint()

                @port.incoming
                def show(self, value: str) -> None:
                    """In."""

    def test_parameters(self) -> None:
        with pytest.raises(DeclarationError, match=r"`View\.__init__` wants `size`, but a view gets nothing"):

            @view_of(self.shown())
            class View:
                def __init__(self, context: Context, size: int) -> None: ...

    def test_generic_objects_are_matched_when_their_types_are_known(self) -> None:
        @live_object(ID, name="Pipe")
        class Pipe(Generic[T]):
            """A pipe."""

            port = Endpoint()

            @port.outgoing
            def show(self, value: T) -> None:
                """Out."""

        @view_of(Pipe)
        class View:
            port = Endpoint()

            @port.incoming
            def show(self, value: Any) -> None:
                """In."""
