"""The editor of a note: pane, actions, tool bar, versions."""
