"""What stands around the sheet: palette, inspector, problems, log and versions."""
