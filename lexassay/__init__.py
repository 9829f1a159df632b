"""LexAssay: how well language models answer questions of German, US and EU law."""
