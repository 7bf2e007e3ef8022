"""Leaders [SW-15]: four are drafted, and one is used at the start of each Age.

`effects` are what leaders do to costs, coins, tokens and points, `recruiting` is how they are drafted and used, and
`knowledge` what a seat may know of those of others. The rules of the base game call these in named places; `absent`
has what stands there where leaders are not played.
"""
