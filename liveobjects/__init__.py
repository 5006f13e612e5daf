# SPDX-License-Identifier: BSD-3-Clause
"""The public API for authors of live objects.

An object is a plain class with a decorator. Its endpoints are class attributes, its events come from
annotated methods, and its constructor arguments are the parameters that people edit in the composer:

```python
from typing import Annotated

from liveobjects import Context, Endpoint, Range, live_object

Rate = Annotated[int, Range(20, 240)]


@live_object("5e0c1f6a9b3d4827a1c0e4d7f2b86395", name="Metronome")
class Metronome:
    \"\"\"Sends a beat at a fixed rate.\"\"\"

    beats = Endpoint()
    beat = beats.sends(int)
    count = 0

    def __init__(self, context: Context, per_minute: Rate = 60) -> None:
        context.every(60 / per_minute, self.tick)

    def tick(self) -> None:
        self.count += 1
        self.beat(self.count)
```

| module | contents |
|---|---|
| `liveobjects` | decorators, endpoints, the context, types for annotations, parameter hints, errors |
| `liveobjects.testing` | opens objects in a test and exchanges events with them |
| `liveobjects.views` | widgets for views; the only module that imports Qt |
| `liveobjects.spark` | channels as a Spark data source |

Stability: the names in `__all__` of these four modules are public, with their documented parameters and
attributes. Versions follow Semantic Versioning. A public name is removed or changed incompatibly only after
it was deprecated (documented, with a `DeprecationWarning`) for at least one minor release. Everything else,
including the packages `app` and `objects_library`, is internal and may change at any time.
"""

from app import __version__
from app.errors import LiveObjectsError
from app.runtime.activation import ActivationError
from app.runtime.library import (
    NO_CAUSE,
    Address,
    Cancellable,
    Cause,
    Channel,
    CheckpointedChannel,
    Choice,
    Colour,
    Context,
    DeclarationError,
    Directory,
    Endpoint,
    EndpointTicket,
    File,
    Folder,
    Hint,
    Hosting,
    Key,
    Label,
    LibraryError,
    Lines,
    Membership,
    Object,
    ObjectReference,
    OfType,
    Range,
    ReliableChannel,
    Secret,
    Unit,
    ValueRefusedError,
    adapter,
    formalism,
    incoming,
    live_object,
    outgoing,
    type_name,
    view_of,
)
from app.runtime.library import Portal as BoundEndpoint
from app.runtime.references import Reference
from app.runtime.trust import Permission, Question
from app.runtime.types import EndpointType, ObjectType, ValueType

__all__ = [
    "NO_CAUSE",
    "ActivationError",
    "Address",
    "BoundEndpoint",
    "Cancellable",
    "Cause",
    "Channel",
    "CheckpointedChannel",
    "Choice",
    "Colour",
    "Context",
    "DeclarationError",
    "Directory",
    "Endpoint",
    "EndpointTicket",
    "EndpointType",
    "File",
    "Folder",
    "Hint",
    "Hosting",
    "Key",
    "Label",
    "LibraryError",
    "Lines",
    "LiveObjectsError",
    "Membership",
    "Object",
    "ObjectReference",
    "ObjectType",
    "OfType",
    "Permission",
    "Question",
    "Range",
    "Reference",
    "ReliableChannel",
    "Secret",
    "Unit",
    "ValueRefusedError",
    "ValueType",
    "__version__",
    "adapter",
    "formalism",
    "incoming",
    "live_object",
    "outgoing",
    "type_name",
    "view_of",
]
