# SPDX-License-Identifier: BSD-3-Clause
"""The built-in models in three levels of detail, and the glTF reader."""
