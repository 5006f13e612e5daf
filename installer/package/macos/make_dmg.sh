#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds Live Objects.app from the bundle, and a disk image of it; runs on macOS only.
# Build the bundle there first: python -m installer.package.build --only bundle
set -eu
version=${1:?give the version, such as 0.1.0}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
output=$here/../../../build/package
application="$output/Live Objects.app"
rm -rf "$application"
mkdir -p "$application/Contents/MacOS" "$application/Contents/Resources"
cp -R "$output/bundle/liveobjects/" "$application/Contents/MacOS/"
sed "s/@VERSION@/$version/g" "$here/Info.plist" > "$application/Contents/Info.plist"
plutil -lint "$application/Contents/Info.plist"
codesign --force --deep --sign "${SIGNING_IDENTITY:--}" "$application"
hdiutil create -volname "Live Objects" -srcfolder "$application" -ov -format UDZO "$output/liveobjects-$version.dmg"
