"""The sources of the Zitatprüfung: one adapter each."""
