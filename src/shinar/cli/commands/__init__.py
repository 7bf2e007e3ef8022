"""The commands of the program: one file each, with a function of the same name."""
