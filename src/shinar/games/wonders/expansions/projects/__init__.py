"""The Great Projects [SW-13]: one each Age, for which participants pay, and for which the others are punished.

`participation` is who may join, and what success brings, `penalties` what those lose who did not, and `explain` why a
project cannot be joined. The rules of the base game call these in named places.
"""
