"""Stand-in servers on loopback: a provider and citation sources that play recorded material."""
