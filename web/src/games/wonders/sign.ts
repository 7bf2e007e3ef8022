/** The emblem of the game in lists: a pyramid. */
export default "pyramid";
