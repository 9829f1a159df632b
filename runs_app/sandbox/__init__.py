"""The closed child process: local models have no way out, attempts are recorded (R-3.4)."""
