# SPDX-License-Identifier: BSD-3-Clause
"""Registry entries that lead back to themselves are found without running anything."""

from __future__ import annotations

from app.runtime.references import (
    Composite,
    External,
    LiveObjectFileError,
    ParameterDeclaration,
    Parameterized,
    Primitive,
    Reference,
    ReferenceArgument,
    Template,
)
from tests.runtime.references.installed import check, composite, primitive


def entry(name: str, line: int | None = None) -> External:
    """Return an external reference into the registry."""
    return External(name, "Object", primitive("Registry"), line)


ENTRIES: dict[str, Reference] = {
    "self": entry("self"),
    "a": composite({"x": entry("fine"), "y": entry("b")}),
    "b": Parameterized(Template((), External("z", "Object", External("c", "Folder[Object]", Primitive(2))))),
    "c": entry("a"),
    "fine": composite({"x": entry("nothing"), "y": entry("value")}),
    "value": Parameterized(Primitive(5), (("r", ReferenceArgument(entry("fine"))),)),
    "to b": entry("b"),
}


def registry(name: str) -> Reference | None:
    """Return a registry with these entries; one of them is unreadable."""
    if name == "broken":
        raise LiveObjectFileError(1, "broken", "mend it")
    return ENTRIES.get(name)


def cycles(reference: Reference) -> list[tuple[tuple[str, ...], int | None, str]]:
    """Return the problems of this kind."""
    problems = check(reference, registry)
    return [(problem.path, problem.line, problem.message) for problem in problems if problem.kind == "cycle"]


def test_an_entry_that_is_itself() -> None:
    assert cycles(entry("self", 7)) == [((), 7, "the registry entry 'self' leads back to itself: self → self")]


def test_a_longer_way_round() -> None:
    wanted = "the registry entry 'a' leads back to itself: a → b → c → a"
    assert cycles(composite({"one": entry("fine"), "two": entry("a")})) == [(("two",), None, wanted)]
    assert cycles(entry("to b"))[0][2].endswith("to b → b → c → a → b")


def test_what_ends_is_no_cycle() -> None:
    for name in ("fine", "nothing", "broken", "value"):
        assert cycles(entry(name)) == []
    assert cycles(Composite()) == []
    assert cycles(External("self", "Object", Primitive(0x99))) == []


def test_defaults_are_only_values() -> None:
    parameter = ParameterDeclaration("r", "reference", "Object", ReferenceArgument(entry("self")))
    assert cycles(Template((parameter,), Composite())) == []


def test_a_very_long_chain_is_followed_to_its_end() -> None:
    def chain(name: str) -> Reference | None:
        return entry(str((int(name) + 1) % 20_000))

    problems = [problem for problem in check(entry("0"), chain) if problem.kind == "cycle"]
    assert len(problems) == 1
    assert len(problems[0].message) < 500


def test_without_a_registry_nothing_is_followed() -> None:
    assert check(entry("self")) == []
