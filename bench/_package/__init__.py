"""Clean machines for the package: root file systems and virtual desktops."""
