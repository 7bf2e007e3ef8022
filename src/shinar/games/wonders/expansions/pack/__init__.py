"""The Wonder Pack [SW-17]: four boards.

`order` tells which stages these boards have and in which order they are built, `effects` what their stages do. The
rules of the base game call these in named places; `absent` has what stands there where the Wonder Pack is not played.
Coin losses, gifts, diplomacy and masks of the Great Wall are those of Cities.
"""
