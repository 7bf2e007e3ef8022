"""The Tower of Babel [SW-12]: tiles are drafted, and change the rules for everybody while they are visible.

`effects` are what tiles do, and how they come into the tower, `drafting` is how they are dealt and kept, and
`knowledge` what a seat may know of those of others. The rules of the base game call these in named places.
"""
