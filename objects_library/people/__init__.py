# SPDX-License-Identifier: BSD-3-Clause
"""Objects about people: chat and presence."""
