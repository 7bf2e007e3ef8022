"""`python -m shinar.cli` is the same as `shinar`."""

from shinar.cli import main

main()
