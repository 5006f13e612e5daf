# SPDX-License-Identifier: BSD-3-Clause
"""Limits coverage to the tests of the measured packages: tracing makes Python half as slow again."""

from pathlib import Path

import pytest


class CoverageScope:
    """Pauses pytest-cov while tests run that do not belong to a package measured with `--cov`."""

    def __init__(self, config: pytest.Config, root: Path) -> None:
        packages = [str(name) for name in getattr(config.option, "cov_source", None) or []]
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
                plugin.cov_controller.resume()
