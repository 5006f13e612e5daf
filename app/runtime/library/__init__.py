"""Libraries: how people write objects, and where the program finds them."""

from app.runtime.library.annotations import wrapper_of
from app.runtime.library.context import Cancellable, Context
from app.runtime.library.definition import Blueprint, Definition, EndpointDeclaration, EventDeclaration, Setting
from app.runtime.library.endpoint import Endpoint, Portal
from app.runtime.library.errors import (
    ArchiveError,
    DeclarationError,
    FetchError,
    LibraryError,
    MissingObject,
    NotTrusted,
    ValueRefused,
)
from app.runtime.library.hints import (
    Address,
    Choice,
    Colour,
    File,
    Folder,
    Hint,
    Key,
    Label,
    Lines,
    Range,
    Secret,
    Unit,
)
from app.runtime.library.named_types import ObjectReference, OfType
from app.runtime.library.objects import adapter, definition_of, live_object
from app.runtime.library.parameters import Injected
from app.runtime.library.signatures import Signature, conversion
from app.runtime.library.wrappers import Wrapper
