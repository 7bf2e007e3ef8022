/** The emblem of the game in lists: the lyre of Ur. */
export default "n-sumerians";
