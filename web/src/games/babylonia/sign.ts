/** The emblem of the game in lists: a city. */
export default "b-city";
