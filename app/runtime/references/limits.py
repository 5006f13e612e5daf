# SPDX-License-Identifier: BSD-3-Clause
"""Limits on the size and depth of a reference; larger ones are refused early."""

MAX_BYTES = 8 * 1024 * 1024  # of a file, besides content and ciphertext in base64
MAX_CONTENT = 16 * 1024 * 1024  # bytes of content that a file carries; more goes into a file beside it
MAX_SIDECAR = 256 * 1024 * 1024
MAX_CONTENT_PARTS = 4096
MAX_BASE64 = 44 * 1024 * 1024  # characters of content; a sealed file contains the content of another in base64 again
MAX_FILE = MAX_BYTES + MAX_BASE64
MAX_ELEMENTS = 120_000  # elements and comments; 10,000 components with arguments, wires and positions need 100,000
MAX_ATTRIBUTES = 32  # of one element
MAX_TAG = 512 * 1024  # bytes of one tag or comment
MAX_DEPTH = 96  # nested elements; every walk over a reference fits on the stack
MAX_PARAMETERS = 64  # of a template in a file
MAX_ADDRESSEES = 256  # people whom one file is sealed for
MAX_NAME = 128  # characters in the name of a component, parameter or endpoint
MAX_EXTERNAL_NAME = 512  # characters in a name in a folder
MAX_TYPE = 64 * 1024  # characters in the text of a type
