# SPDX-License-Identifier: BSD-3-Clause
"""LibreOffice, started once."""

from collections.abc import Iterator

import pytest

from app.runtime.directories import cache_directory
from tests.libreoffice import Calc, running_libreoffice


@pytest.fixture(scope="session")
def calc(own_home: None) -> Iterator[Calc]:
    """The LibreOffice of this computer's user."""
    del own_home
    with running_libreoffice(cache_directory() / "libreoffice") as running:
        yield running
