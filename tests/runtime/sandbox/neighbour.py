# SPDX-License-Identifier: BSD-3-Clause
"""A worker that knows channels, and gets everything else from libraries that its user allows."""

import asyncio
import sys

from app.runtime.library import Catalogue, Library, attach_store, definition_of
from app.runtime.sandbox import Sandboxes
from app.runtime.trust import Gate, TrustStore
from objects_library.channels.checkpointed.proxy import CheckpointedChannel
from tests.objects_library import worker


def _few() -> Catalogue:
    catalogue = Catalogue([Library("channels", (definition_of(CheckpointedChannel),))])
    attach_store(catalogue, Gate(TrustStore()), Sandboxes(("liveobjects", "objects_library")))
    return catalogue


if __name__ == "__main__":
    vars(worker)["installed_catalogue"] = _few
    asyncio.run(worker._main(sys.argv[1], sys.argv[2], sys.argv[3:]))
