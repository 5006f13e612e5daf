# SPDX-License-Identifier: BSD-3-Clause
"""Everything public is documented and typed, and importing it loads neither Qt nor Spark."""

import importlib
import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import pytest

MODULES = ["liveobjects", "liveobjects.spark", "liveobjects.testing", "liveobjects.views"]
_OURS = ("app", "liveobjects", "objects_library")


def _is_ours(thing: Any) -> bool:
    return str(getattr(thing, "__module__", "")).partition(".")[0] in _OURS


def _public() -> Iterator[tuple[str, Any]]:
    """The public names of all modules with what they stand for, then the members of public classes."""
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        yield module_name, module
        for name in module.__all__:
            thing = getattr(module, name)
            yield f"{module_name}.{name}", thing
            if isinstance(thing, type):
                for member, value in _members(thing):
                    yield f"{module_name}.{name}.{member}", value


def _members(cls: type) -> Iterator[tuple[str, Any]]:
    names = {name for base in cls.__mro__ if _is_ours(base) for name in vars(base)}
    for name in sorted(names):
        if not name.startswith("_") or name == "__init__":
            yield name, inspect.getattr_static(cls, name)


def _functions(thing: Any) -> list[Callable[..., object]]:
    if isinstance(thing, property):
        return [each for each in (thing.fget, thing.fset) if each is not None]
    if isinstance(thing, staticmethod | classmethod):
        return [thing.__func__]
    return [thing] if isinstance(thing, FunctionType) else []


def _documented(path: str, thing: Any) -> bool:
    if isinstance(thing, type):
        # A dataclass without a docstring gets its signature as one.
        return bool(thing.__doc__) and not str(thing.__doc__).startswith(f"{thing.__name__}(")
    if path.endswith(".__init__") or not (inspect.ismodule(thing) or _functions(thing)):
        return True  # The class documents its constructor; data has no docstring at run time.
    owner, _, name = path.rpartition(".")
    if inspect.getdoc(thing):
        return True
    module, _, cls = owner.rpartition(".")
    found = getattr(importlib.import_module(module), cls, None) if module in MODULES else None
    return any(inspect.getdoc(vars(base).get(name)) for base in getattr(found, "__mro__", ()))


def _unannotated(function: Callable[..., object]) -> list[str]:
    signature = inspect.signature(function)
    missing = [
        parameter.name
        for number, parameter in enumerate(signature.parameters.values())
        if parameter.annotation is parameter.empty and not (number == 0 and parameter.name in ("self", "cls"))
    ]
    return missing + (["return"] if signature.return_annotation is signature.empty else [])


def test_something_is_public() -> None:
    names = dict(_public())
    assert len(names) > 100
    assert {"liveobjects.Context.every", "liveobjects.testing.Client.wait_for"} <= set(names)


def test_everything_public_has_a_docstring() -> None:
    assert [path for path, thing in _public() if not _documented(path, thing)] == []


def test_everything_public_is_fully_annotated() -> None:
    written = [
        (path, function)
        for path, thing in _public()
        for function in _functions(thing)
        # Methods that dataclasses generate have no source.
        if _is_ours(function) and not function.__code__.co_filename.startswith("<")
    ]
    assert {path: missing for path, function in written if (missing := _unannotated(function))} == {}


@pytest.mark.parametrize("module_name", MODULES)
def test_every_exported_name_exists_once(module_name: str) -> None:
    module = importlib.import_module(module_name)
    assert len(set(module.__all__)) == len(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)


def test_the_api_loads_neither_qt_nor_spark() -> None:
    script = (
        "import sys, liveobjects, liveobjects.testing, liveobjects.spark\n"
        "print([name for name in sys.modules if name in ('PySide6', 'pyspark')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
