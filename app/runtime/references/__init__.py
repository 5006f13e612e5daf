# SPDX-License-Identifier: BSD-3-Clause
"""References: passive, complete, serializable recipes for proxies, and the files they are kept in."""

from app.runtime.references.catalogue import Catalogue, Definition
from app.runtime.references.checker import Checker, UntypedReferenceError
from app.runtime.references.document import MEDIA_TYPE, Addressee, Document, Drawing, Placed, StickyNote, Wire, Zone
from app.runtime.references.envelope import Envelope, SealedFileError, names_in_words
from app.runtime.references.errors import LiveObjectFileError
from app.runtime.references.files import read, read_file, write, write_envelope
from app.runtime.references.identity import canonical_form, identity
from app.runtime.references.model import (
    LIBRARY_ID,
    REGISTRY_ID,
    Argument,
    Composite,
    Connection,
    EndpointPath,
    Export,
    External,
    ForeignAttribute,
    Note,
    NotePosition,
    ParameterDeclaration,
    Parameterized,
    ParameterUse,
    Path,
    Primitive,
    Reference,
    ReferenceArgument,
    Template,
    TypeArgument,
    ValueArgument,
    walk,
)
from app.runtime.references.problems import Problem
from app.runtime.references.summary import Summary, summarize
from app.runtime.references.values import ListValue, MapValue, RecordValue, Value, plain

__all__ = [
    "LIBRARY_ID",
    "MEDIA_TYPE",
    "REGISTRY_ID",
    "Addressee",
    "Argument",
    "Catalogue",
    "Checker",
    "Composite",
    "Connection",
    "Definition",
    "Document",
    "Drawing",
    "EndpointPath",
    "Envelope",
    "Export",
    "External",
    "ForeignAttribute",
    "ListValue",
    "LiveObjectFileError",
    "MapValue",
    "Note",
    "NotePosition",
    "ParameterDeclaration",
    "ParameterUse",
    "Parameterized",
    "Path",
    "Placed",
    "Primitive",
    "Problem",
    "RecordValue",
    "Reference",
    "ReferenceArgument",
    "SealedFileError",
    "StickyNote",
    "Summary",
    "Template",
    "TypeArgument",
    "UntypedReferenceError",
    "Value",
    "ValueArgument",
    "Wire",
    "Zone",
    "canonical_form",
    "identity",
    "names_in_words",
    "plain",
    "read",
    "read_file",
    "summarize",
    "walk",
    "write",
    "write_envelope",
]
