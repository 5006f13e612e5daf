# SPDX-License-Identifier: BSD-3-Clause
"""Qt widgets that the views of several objects are made of; they follow the palette in every theme."""
