# SPDX-License-Identifier: BSD-3-Clause
"""The user interface. Only this package and the views of the objects library use Qt."""
