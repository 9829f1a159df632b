"""The LLM-Judge: what it is shown, what it may answer, who calls it (R-6.3, R-6.4)."""
