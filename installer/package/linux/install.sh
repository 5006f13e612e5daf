#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Installs Live Objects for this user, or as root for all users. Running it again upgrades. Keeps user files.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
if [ "$(id -u)" = 0 ]; then
    libraries=/opt commands=/usr/local/bin data=/usr/local/share
else
    libraries=$HOME/.local/lib commands=$HOME/.local/bin data=${XDG_DATA_HOME:-$HOME/.local/share}
fi
[ -x "$here/liveobjects/liveobjects" ] || { echo "install.sh: the program is missing beside it; unpack all of the archive" >&2; exit 1; }
mkdir -p "$libraries" "$commands" "$data"
rm -rf "$libraries/liveobjects.new"
cp -R "$here/liveobjects" "$libraries/liveobjects.new"
rm -rf "$libraries/liveobjects.old"
[ ! -e "$libraries/liveobjects" ] || mv "$libraries/liveobjects" "$libraries/liveobjects.old"
mv "$libraries/liveobjects.new" "$libraries/liveobjects"
rm -rf "$libraries/liveobjects.old"
ln -sf "$libraries/liveobjects/liveobjects" "$commands/liveobjects"
cp "$here/uninstall.sh" "$libraries/liveobjects/uninstall.sh"
"$commands/liveobjects" register --below "$data" || echo "install.sh: the desktop could not be told; later, run: liveobjects register" >&2
echo "Live Objects is installed; start it with: $commands/liveobjects"
case ":$PATH:" in *":$commands:"*) ;; *) echo "(put $commands on your PATH to start it as: liveobjects)" ;; esac
