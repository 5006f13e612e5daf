# SPDX-License-Identifier: BSD-3-Clause
"""Random references, values, notes and drawings."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from operator import attrgetter, itemgetter

from hypothesis import strategies as st

from app.runtime import references as refs
from app.runtime.references import ContentPart, Document, Drawing
from app.runtime.references.content_xml import LATEST_TIME
from app.runtime.references.model import PARAMETER_KINDS, Annotations, Argument
from app.runtime.references.values import LARGEST_INT, SMALLEST_INT, typed

writable = st.characters(exclude_categories=["Cs"]).filter(
    lambda c: c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff")
)
texts = st.text(writable, max_size=12)
printable = st.characters(exclude_categories=["C", "Z"])
words = st.text(st.sampled_from("ab.~/ é@'\"<&{}"), min_size=1, max_size=6) | st.text(printable, min_size=1, max_size=6)
endpoint_names = words.map(lambda word: unicodedata.normalize("NFC", word.strip())).filter(bool)
names = endpoint_names.map(lambda word: word.lstrip("@ ")).filter(bool)
types = st.sampled_from(
    ["Channel[text]", "Object", "list[{a: int, b?: text, ...}]", "object{ x: endpoint{} }", "&<\"'"]
)

scalars: st.SearchStrategy[refs.Value] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(SMALLEST_INT, LARGEST_INT),
    st.floats(),
    texts,
    st.binary(max_size=8),
    st.datetimes(timezones=st.just(UTC), min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30)),  # noqa: DTZ001 - hypothesis adds the zone
    st.uuids(),
)


@st.composite
def values(draw: st.DrawFn, depth: int = 2) -> refs.Value:
    """A value; containers nest at most `depth` deep."""
    kind = draw(st.sampled_from(["scalar", "scalar", "list", "map", "record"])) if depth else "scalar"
    if kind == "scalar":
        return draw(scalars)
    inner = values(depth - 1)
    if kind == "list":
        return refs.ListValue(tuple(draw(st.lists(inner, max_size=3))))
    if kind == "map":
        entries = st.lists(st.tuples(inner, inner), max_size=3, unique_by=lambda entry: typed(entry[0]))
        return refs.MapValue(tuple(draw(entries)))
    fields = st.lists(st.tuples(endpoint_names, inner), max_size=3, unique_by=itemgetter(0))
    return refs.RecordValue(tuple(draw(fields)))


notes = st.builds(
    refs.Note,
    st.sampled_from(
        [
            "<!-- a remark -->",
            "<!---->",
            "<!-- two\nlines <&> -->",
            '<x:mark xmlns:x="urn:example:x"/>',
            '<mark xmlns="urn:example:y" a="1">text &amp; <b>more</b><!-- in --></mark>',
        ]
    ),
    st.sampled_from(refs.NotePosition),
)
foreign_attributes = st.builds(
    refs.ForeignAttribute,
    st.sampled_from(["urn:example:x", "urn:example:y"]),
    st.sampled_from(["x", "y", "", "xml", "xmlns"]),
    st.sampled_from(["a", "b"]),
    texts,
    st.sampled_from(refs.NotePosition),
)
remarks: st.SearchStrategy[Annotations] = st.one_of(
    st.just(()), st.lists(notes | foreign_attributes, max_size=3).map(tuple)
)

casts = st.none() | types
ids = st.integers(0, 2**128 - 1)
versions = st.sampled_from([0, 1, 7, 2**64 - 1])
primitives = st.builds(refs.Primitive, ids, versions, st.just("") | endpoint_names, casts, st.none(), remarks)
uses = st.builds(refs.ParameterUse, names, casts, st.none(), remarks)
paths = st.builds(refs.EndpointPath, names, endpoint_names)
connections = st.builds(refs.Connection, paths, paths, st.none(), remarks)
exports = st.builds(refs.Export, endpoint_names, paths, st.none(), remarks)


@st.composite
def arguments(draw: st.DrawFn, depth: int) -> Argument:
    """An argument of any kind."""
    kind = draw(st.sampled_from(["value", "type", "reference", "use"]))
    if kind == "value":
        return refs.ValueArgument(draw(values()), None, draw(remarks))
    if kind == "type":
        return refs.TypeArgument(draw(types), None, draw(remarks))
    reference = draw(uses if kind == "use" else references(depth))
    return reference if isinstance(reference, refs.ParameterUse) else refs.ReferenceArgument(reference)


@st.composite
def declarations(draw: st.DrawFn, depth: int) -> refs.ParameterDeclaration:
    """A parameter of a template."""
    return refs.ParameterDeclaration(
        draw(names),
        draw(st.sampled_from(PARAMETER_KINDS)),
        draw(casts),
        draw(st.none() | arguments(depth)),
        tuple(draw(st.lists(st.tuples(endpoint_names, texts), max_size=2))),
        None,
        draw(remarks),
    )


@st.composite
def references(draw: st.DrawFn, depth: int = 3) -> refs.Reference:
    """A reference of any kind, nested at most `depth` deep."""
    kinds = ["primitive", "use"]
    kind = draw(st.sampled_from([*kinds, "parameterized", "composite", "external", "template"] if depth else kinds))
    if kind == "primitive":
        return draw(primitives)
    if kind == "use":
        return draw(uses)
    rest = (None, draw(remarks))
    inner = references(depth - 1)
    if kind == "external":
        return refs.External(draw(endpoint_names), draw(types), draw(inner), *rest)
    if kind == "parameterized":
        given = st.lists(st.tuples(names, arguments(depth - 1)), max_size=3, unique_by=itemgetter(0))
        return refs.Parameterized(draw(inner), tuple(draw(given)), draw(casts), *rest)
    if kind == "template":
        parameters = st.lists(declarations(depth - 1), max_size=2, unique_by=attrgetter("name"))
        return refs.Template(tuple(draw(parameters)), draw(inner), draw(casts), *rest)
    return refs.Composite(
        tuple(draw(st.lists(st.tuples(names, inner), max_size=3, unique_by=itemgetter(0)))),
        tuple(draw(st.lists(connections, max_size=2))),
        tuple(draw(st.lists(exports, max_size=2, unique_by=attrgetter("name")))),
        draw(casts),
        *rest,
    )


numbers = st.floats(-1e9, 1e9).map(lambda number: number + 0.0)
sizes = st.none() | st.floats(0, 1e4).map(lambda number: number + 0.0)
colours = st.none() | st.sampled_from(["#3366cc", "#3366CCff"])
sheets = st.lists(names, max_size=3).map(tuple)
items = st.one_of(
    st.builds(refs.Placed, sheets, numbers, numbers, sizes, sizes, colours, st.booleans()),
    st.builds(refs.StickyNote, texts, numbers, numbers, sizes, sizes, colours, sheets),
    st.builds(refs.Zone, texts, numbers, numbers, st.floats(0, 1e4), st.floats(0, 1e4), colours, sheets),
    st.builds(refs.Wire, texts, texts, st.lists(st.tuples(numbers, numbers), max_size=3).map(tuple), sheets),
)


parts = st.builds(
    ContentPart,
    st.binary(min_size=16, max_size=16),
    st.binary(min_size=32, max_size=32).map(bytes.hex),
    st.integers(0, LATEST_TIME),
    st.binary(min_size=1, max_size=50),
)
contents = st.lists(parts, max_size=3, unique_by=lambda part: part.document).map(tuple)


@st.composite
def documents(draw: st.DrawFn) -> refs.Document:
    """A whole file."""
    drawing = Drawing(tuple(draw(st.lists(items, max_size=3))), draw(remarks))
    return Document(draw(references()), draw(texts), draw(texts), drawing, draw(remarks), content=draw(contents))
