"""The expansions of 7 Wonders, a folder each."""
