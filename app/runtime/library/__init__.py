"""Libraries: how people write objects, and where the program finds them."""

from app.runtime.library.annotations import wrapper_of
from app.runtime.library.context import Cancellable, Context
from app.runtime.library.definition import (
    Blueprint,
    Definition,
    EndpointDeclaration,
    EventDeclaration,
    Setting,
)
from app.runtime.library.endpoint import Endpoint, Portal
from app.runtime.library.errors import (
    ArchiveError,
    DeclarationError,
    FetchError,
    LibraryError,
    MissingObjectError,
    ValueRefusedError,
)
from app.runtime.library.hints import (
    Address,
    Choice,
    Colour,
    Directory,
    File,
    Hint,
    Key,
    Label,
    Lines,
    Range,
    Secret,
    Unit,
)
from app.runtime.library.named_types import OfType
from app.runtime.library.object_reference import ObjectReference
from app.runtime.library.objects import adapter, definition_of, live_object
from app.runtime.library.parameters import Injected
from app.runtime.library.signatures import Signature, conversion
from app.runtime.library.wrappers import Wrapper

__all__ = [
    "Address",
    "ArchiveError",
    "Blueprint",
    "Cancellable",
    "Choice",
    "Colour",
    "Context",
    "DeclarationError",
    "Definition",
    "Directory",
    "Endpoint",
    "EndpointDeclaration",
    "EventDeclaration",
    "FetchError",
    "File",
    "Hint",
    "Injected",
    "Key",
    "Label",
    "LibraryError",
    "Lines",
    "MissingObjectError",
    "ObjectReference",
    "OfType",
    "Portal",
    "Range",
    "Secret",
    "Setting",
    "Signature",
    "Unit",
    "ValueRefusedError",
    "Wrapper",
    "adapter",
    "conversion",
    "definition_of",
    "live_object",
    "wrapper_of",
]
