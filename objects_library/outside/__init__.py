# SPDX-License-Identifier: BSD-3-Clause
"""What lies outside of all copies: databases and documents, bridged by a computer that has access to them."""
