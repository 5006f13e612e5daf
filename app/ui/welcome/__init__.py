# SPDX-License-Identifier: BSD-3-Clause
"""The welcome page with the gallery of example files."""
