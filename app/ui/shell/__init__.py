"""The shell around sheets: menus, tool bar, tabs, recovery, the tour."""
