"""The expansions of 7 Wonders, one file each."""
