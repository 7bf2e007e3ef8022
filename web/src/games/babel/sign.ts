/** The emblem of the game in lists: the lyre of Ur. */
export default "n-sumerians";
/** Colours belong to the nations: the two seats are told apart as bone and bitumen. */
export const hasSides = true;
