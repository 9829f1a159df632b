"""The packaged wording and structure of German federal laws: needs no network, always on."""
