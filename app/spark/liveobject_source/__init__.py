# SPDX-License-Identifier: BSD-3-Clause
"""The Spark data source `liveobject`: reads and writes channels."""
