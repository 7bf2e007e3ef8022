"""`python -m shinar` is the same as `shinar`."""

from shinar.cli import main

main()
