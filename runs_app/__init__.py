"""Models, Läufe and Runs: stages 2 to 5 of the method."""
