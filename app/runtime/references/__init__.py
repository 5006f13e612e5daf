"""References: passive, complete, serializable recipes for proxies, and the files they are kept in."""

from app.runtime.references.catalogue import Catalogue, Definition
from app.runtime.references.checker import Checker, UntypedReferenceError
from app.runtime.references.document import MEDIA_TYPE, Document, Drawing, Placed, StickyNote, Wire, Zone
from app.runtime.references.errors import LiveObjectFileError
from app.runtime.references.files import read, write
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
    ParameterDeclaration,
    Parameterized,
    ParameterUse,
    Path,
    Place,
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
    "Argument",
    "Catalogue",
    "Checker",
    "Composite",
    "Connection",
    "Definition",
    "Document",
    "Drawing",
    "EndpointPath",
    "Export",
    "External",
    "ForeignAttribute",
    "ListValue",
    "LiveObjectFileError",
    "MapValue",
    "Note",
    "ParameterDeclaration",
    "ParameterUse",
    "Parameterized",
    "Path",
    "Place",
    "Placed",
    "Primitive",
    "Problem",
    "RecordValue",
    "Reference",
    "ReferenceArgument",
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
    "plain",
    "read",
    "summarize",
    "walk",
    "write",
]
