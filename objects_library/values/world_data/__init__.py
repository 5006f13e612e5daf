# SPDX-License-Identifier: BSD-3-Clause
"""The bundled world data, and the program that makes its file."""
