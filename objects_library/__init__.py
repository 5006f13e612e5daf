# SPDX-License-Identifier: BSD-3-Clause
"""The objects that come with the program: one folder each.

`proxy.py` defines the object and never imports Qt; `view.py`, if there is one, shows it and may; `icon.svg`
is its picture. `objects_library.installed` finds them all.
"""
