#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Removes what install.sh installed. Keeps the files, settings and keys of users.
set -eu
if [ "$(id -u)" = 0 ]; then
    libraries=/opt commands=/usr/local/bin data=/usr/local/share
else
    libraries=$HOME/.local/lib commands=$HOME/.local/bin data=${XDG_DATA_HOME:-$HOME/.local/share}
fi
[ -x "$commands/liveobjects" ] && "$commands/liveobjects" unregister --below "$data" || true
rm -f "$commands/liveobjects"
rm -rf "$libraries/liveobjects"
echo "Live Objects is removed; your files and settings are where they were."
