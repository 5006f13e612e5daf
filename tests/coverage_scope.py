# SPDX-License-Identifier: BSD-3-Clause
"""Limits coverage to the tests of the measured packages: tracing makes Python half as slow again."""

import sys
from pathlib import Path

import pytest


class CoverageScope:
    """Pauses pytest-cov while tests run that do not belong to a package measured with `--cov`."""

    def __init__(self, config: pytest.Config, root: Path) -> None:
        packages = [str(name) for name in getattr(config.option, "cov_source", None) or []]
        self._packages = tuple(packages)
        self._folders = [root / "tests" / "/".join(name.split(".")[1:]) for name in packages]
        self._plugins = config.pluginmanager
        self._paused = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        plugin = self._plugins.get_plugin("_cov")
        if not self._folders or plugin is None or plugin.cov_controller is None:
            return
        unmeasured = not any(item.path.is_relative_to(folder) for folder in self._folders)
        if unmeasured != self._paused:
            self._paused = unmeasured
            if unmeasured:
                plugin.cov_controller.pause()
            else:
                self._clear_caches()
                plugin.cov_controller.resume()

    def _clear_caches(self) -> None:
        """Let cached functions of the measured packages run again: tests before may have called them untraced."""
        for name, module in list(sys.modules.items()):
            if name.startswith(self._packages):
                for value in vars(module).values():
                    clear = getattr(value, "cache_clear", None)
                    if callable(clear):
                        clear()
