# SPDX-License-Identifier: BSD-3-Clause
"""The most used objects, each wired to each: what a wire between them does, or what to use instead.

Every pair is composed as by one drag and checked statically. The promise: at least 150 pairs wire directly or with
one operator that is offered at the drop.
"""

import argparse
import json

from app.runtime import references as refs
from app.runtime.library import Catalogue
from app.runtime.references import Checker
from app.ui.composer.model.default_reference import default_reference
from app.ui.composer.model.wire_proposals import WireProposal, propose_wire
from objects_library.installed import installed_catalogue

MOST_USED = (
    "Slider", "Button", "Switch", "Shared counter", "Gauge", "Trend", "Chart", "Table", "Shared value",
    "Shared text", "Note", "Checklist", "Chat", "Shared list", "Shared form", "Sensor", "Clock", "Quote",
    "Map", "Shared label",
)  # fmt: skip
"""The 20 most used objects, by their names in the palette."""
_PROMISED = 150


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the form of the output."""
    parser.add_argument("--json", action="store_true", help="for machines")
    parser.add_argument("--docs", action="store_true", help="the table of the page on wires")


def run(args: argparse.Namespace) -> int:
    """Print the table, and check the promise."""
    table = pair_table(installed_catalogue())
    working = [pair for pair, found in table.items() if found.kind != "none"]
    if args.json:
        rows = [{"from": a, "to": b, **_plain(found)} for (a, b), found in table.items()]
        print(json.dumps({"pairs": rows, "working": len(working), "promised": _PROMISED}))
    elif args.docs:
        print(markdown(table))
    else:
        for (source, target), found in table.items():
            print(f"{source:<16} {target:<16} {found.kind:<10} {_words(found)}")
        print(f"{len(working)} of {len(table)} pairs work; {_PROMISED} are promised")
    return 0 if len(working) >= _PROMISED else 1


def pair_table(catalogue: Catalogue) -> dict[tuple[str, str], WireProposal]:
    """The proposed wire of each ordered pair."""
    made = {}
    for definition in catalogue.definitions():
        if definition.name in MOST_USED:
            made[definition.name] = default_reference(definition, catalogue)
    missing = [name for name in MOST_USED if name not in made]
    assert not missing, f"not in the library: {missing}"
    return {
        (source, target): _proposal(made, source, target, catalogue) for source in MOST_USED for target in MOST_USED
    }


def _proposal(made: dict[str, refs.Reference], source: str, target: str, catalogue: Catalogue) -> WireProposal:
    name = target if target != source else f"{target} 2"
    page = refs.Composite(((source, made[source]), (name, made[target])), (), ())
    found = propose_wire(refs.Document(page), source, name, catalogue)
    if found.kind in ("derived", "effect"):
        wire = refs.Connection(refs.EndpointPath(source, found.outlet), refs.EndpointPath(name, found.inlet))
        wired = refs.Composite(page.components, (wire,), ())
        problems = Checker(catalogue).check(wired)
        assert not problems, f"{source} to {name}: {problems}"
    return found


def markdown(table: dict[tuple[str, str], WireProposal]) -> str:
    """The table as it stands in the documentation: a row for each pair that works."""
    direct = sum(found.kind in ("derived", "effect") for found in table.values())
    helped = sum(found.kind == "with help" for found in table.values())
    lines = [
        "# Pairs of objects",
        "",
        "Every wire between the 20 most used objects, as `liveobjects bench pairs --docs` prints it. The kinds are",
        "explained in [wires](wires.md); *with help* means that an operator is offered at the drop.",
        "",
        f"Of {len(table)} pairs, {direct} wire directly and {helped} with one operator.",
        "",
    ]
    lines += ["| from | to | kind | what the wire does |", "|---|---|---|---|"]
    lines += [
        f"| {source} | {target} | {found.kind} | {_words(found)} |"
        for (source, target), found in table.items()
        if found.kind != "none"
    ]
    return "\n".join(lines)


def _words(found: WireProposal) -> str:
    if found.offer is not None:
        return f"{found.sentence} (through *{found.offer.name}*)"
    return found.sentence or found.reason


def _plain(found: WireProposal) -> dict[str, str]:
    offer = found.offer.name if found.offer is not None else ""
    return {"kind": found.kind, "sentence": found.sentence, "operator": offer, "reason": found.reason}
