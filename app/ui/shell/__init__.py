"""The application shell: menus, tool bar, file handling, recovery, the tour."""
