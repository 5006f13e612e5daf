# SPDX-License-Identifier: BSD-3-Clause
"""`liveobjects bench NAME`: the benchmarks, found in the folder `bench/`."""

import argparse
import importlib
import importlib.util
import pkgutil
from typing import Protocol, cast

from app.cli import WRONG_USE, CommandError, Parser, Subparsers


class _Benchmark(Protocol):
    """The interface of a module in `bench`."""

    __doc__: str | None

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "bench",
        help="measure; without a name, lists the benchmarks",
        description="Runs a benchmark, or lists them when no name is given.",
        epilog="example: liveobjects bench startup --json",
    )
    parser.add_argument(
        "rest", nargs=argparse.REMAINDER, metavar="NAME …", help="a benchmark and its arguments (NAME --help)"
    )


def run(args: argparse.Namespace) -> int:
    """Run the named benchmark, or list all."""
    names = benchmark_names()
    if not args.rest:
        for name in names:
            print(f"{name:<16}  {_summary(_load(name))}")
        return 0
    name, *arguments = args.rest
    if name not in names:
        raise CommandError(f"unknown benchmark {name!r}", "see: liveobjects bench", WRONG_USE)
    benchmark = _load(name)
    parser = Parser(prog=f"liveobjects bench {name}", description=benchmark.__doc__)
    benchmark.add_arguments(parser)
    return benchmark.run(parser.parse_args(arguments))


def benchmark_names() -> list[str]:
    """Names of all benchmarks, from the modules that exist; empty in an installation without them."""
    package = importlib.util.find_spec("bench")
    if package is None or package.submodule_search_locations is None:
        return []
    modules = (module.name for module in pkgutil.iter_modules(package.submodule_search_locations))
    return sorted(name.replace("_", "-") for name in modules if not name.startswith("_"))


def _load(name: str) -> _Benchmark:
    return cast(_Benchmark, importlib.import_module(f"bench.{name.replace('-', '_')}"))


def _summary(benchmark: _Benchmark) -> str:
    return (benchmark.__doc__ or "").strip().partition("\n")[0]
