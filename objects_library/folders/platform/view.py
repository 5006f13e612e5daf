# SPDX-License-Identifier: BSD-3-Clause
"""The view of a channel platform, that of a shared folder."""

from typing import Generic, TypeVar

from app.runtime.library import view_of
from app.runtime.types import ObjectType
from objects_library.folders.platform.proxy import ChannelPlatform
from objects_library.folders.shared_folder.view import SharedFolderView

T = TypeVar("T", bound=ObjectType)


@view_of(ChannelPlatform)
class ChannelPlatformView(SharedFolderView[T], Generic[T]):
    """The names created so far."""

    folder = SharedFolderView.folder.stronger()
    editing = SharedFolderView.editing.stronger()
