# SPDX-License-Identifier: BSD-3-Clause
"""Libraries: how people write objects, and where the program finds them."""

from app.runtime.library.annotations import wrapper_of
from app.runtime.library.archive_writer import digest_of, make_archive
from app.runtime.library.catalogue import Catalogue
from app.runtime.library.cause import NO_CAUSE, Cause
from app.runtime.library.context import Cancellable, Context
from app.runtime.library.definition import Blueprint, Definition, EndpointDeclaration, EventDeclaration, Setting
from app.runtime.library.encoding import decode, encode
from app.runtime.library.endpoint import Endpoint, Portal, incoming, outgoing
from app.runtime.library.endpoint_types import EndpointTicket
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
from app.runtime.library.json_form import from_json, to_json
from app.runtime.library.library_folder import attach_store, built_in_library
from app.runtime.library.library_store import Confinement, LibraryStore
from app.runtime.library.named_types import OfType
from app.runtime.library.object_reference import ChannelReference, ObjectReference
from app.runtime.library.objects import adapter, definition_of, live_object
from app.runtime.library.parameters import Injected
from app.runtime.library.plugins import formalism, type_name
from app.runtime.library.signatures import Signature, conversion
from app.runtime.library.source_tree import Library, read_tree
from app.runtime.library.standard_types import (
    AgreedChannel,
    Channel,
    CheckpointedChannel,
    Folder,
    Hosting,
    Membership,
    Object,
    ReliableChannel,
)
from app.runtime.library.views import view_of
from app.runtime.library.wrappers import Wrapper

__all__ = [
    "NO_CAUSE",
    "Address",
    "AgreedChannel",
    "ArchiveError",
    "Blueprint",
    "Cancellable",
    "Catalogue",
    "Cause",
    "Channel",
    "ChannelReference",
    "CheckpointedChannel",
    "Choice",
    "Colour",
    "Confinement",
    "Context",
    "DeclarationError",
    "Definition",
    "Directory",
    "Endpoint",
    "EndpointDeclaration",
    "EndpointTicket",
    "EventDeclaration",
    "FetchError",
    "File",
    "Folder",
    "Hint",
    "Hosting",
    "Injected",
    "Key",
    "Label",
    "Library",
    "LibraryError",
    "LibraryStore",
    "Lines",
    "Membership",
    "MissingObjectError",
    "Object",
    "ObjectReference",
    "OfType",
    "Portal",
    "Range",
    "ReliableChannel",
    "Secret",
    "Setting",
    "Signature",
    "Unit",
    "ValueRefusedError",
    "Wrapper",
    "adapter",
    "attach_store",
    "built_in_library",
    "conversion",
    "decode",
    "definition_of",
    "digest_of",
    "encode",
    "formalism",
    "from_json",
    "incoming",
    "live_object",
    "make_archive",
    "outgoing",
    "read_tree",
    "to_json",
    "type_name",
    "view_of",
    "wrapper_of",
]
