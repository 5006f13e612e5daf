"""The compiled engine, or a clear word about its absence."""

from __future__ import annotations

import importlib
from typing import Any

from app.transport_native.errors import EngineNotBuiltError

try:
    # Made by the build, so that no tool that only reads sources knows it.
    _engine = importlib.import_module("app.transport_native._engine")
except ImportError as error:
    raise EngineNotBuiltError(
        f"the engine is not compiled ({error}); run: python -m app.transport_native.build"
    ) from None

# cffi generates these at build time, so their types cannot be written down.
ffi: Any = _engine.ffi
lib: Any = _engine.lib
