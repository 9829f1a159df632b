"""The example: tasks, recorded answers and everything that plays them."""
