"""Import and export of Testfälle without loss (R-1.4)."""
