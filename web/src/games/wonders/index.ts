/** 7 Wonders for the page: the board, and the ties between the files of this folder. */

import { fallback } from "../fallback";
import Board from "./Board.svelte";
import Final from "./Final.svelte";
import { keys, press } from "./keys";
import { adviceOf } from "./sayings";
import { tip } from "./tips";

export default fallback("wonders", {
  isDrawn: false,
  isSimultaneous: () => true,
  Board,
  Final,
  victory: "Your city stands tallest",
  advice: adviceOf,
  tip,
  keys,
  press,
});
