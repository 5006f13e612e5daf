# SPDX-License-Identifier: BSD-3-Clause
"""Registry entries that lead back to themselves are found without running anything."""

from __future__ import annotations

from app.runtime import references as refs
from tests.runtime.references.installed import check, composite, primitive


def entry(name: str, line: int | None = None) -> refs.External:
    """Return an external reference into the registry."""
    return refs.External(name, "Object", primitive("Registry"), line)


ENTRIES: dict[str, refs.Reference] = {
    "self": entry("self"),
    "a": composite({"x": entry("fine"), "y": entry("b")}),
    "b": refs.Parameterized(
        refs.Template((), refs.External("z", "Object", refs.External("c", "Folder[Object]", refs.Primitive(2))))
    ),
    "c": entry("a"),
    "fine": composite({"x": entry("nothing"), "y": entry("value")}),
    "value": refs.Parameterized(refs.Primitive(5), (("r", refs.ReferenceArgument(entry("fine"))),)),
    "to b": entry("b"),
}


def registry(name: str) -> refs.Reference | None:
    """Return a registry with these entries; one of them is unreadable."""
    if name == "broken":
        raise refs.LiveObjectFileError(1, "broken", "mend it")
    return ENTRIES.get(name)


def cycles(reference: refs.Reference) -> list[tuple[tuple[str, ...], int | None, str]]:
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
    assert cycles(refs.Composite()) == []
    assert cycles(refs.External("self", "Object", refs.Primitive(0x99))) == []


def test_defaults_are_only_values() -> None:
    parameter = refs.ParameterDeclaration("r", "reference", "Object", refs.ReferenceArgument(entry("self")))
    assert cycles(refs.Template((parameter,), refs.Composite())) == []


def test_a_very_long_chain_is_followed_to_its_end() -> None:
    def chain(name: str) -> refs.Reference | None:
        return entry(str((int(name) + 1) % 20_000))

    problems = [problem for problem in check(entry("0"), chain) if problem.kind == "cycle"]
    assert len(problems) == 1
    assert len(problems[0].message) < 500


def test_without_a_registry_nothing_is_followed() -> None:
    assert check(entry("self")) == []
