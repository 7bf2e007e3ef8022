/** 7 Wonders for the page: the board, and the ties between the files of this folder. */

import { PLAIN } from "../fallback/manners";
import type { GameModule } from "../game";
import Board from "./Board.svelte";
import Final from "./Final.svelte";
import { keys, press } from "./keys";
import { logbook } from "./logbook";
import { actionText, adviceOf } from "./sayings";
import { tip } from "./tips";
import { asWonders, resultText, turnName, whenText } from "./view";

const wonders: GameModule = {
  ...PLAIN,
  name: "wonders",
  isDrawn: false,
  isSimultaneous: () => true,
  scores: (view) => asWonders(view).cities.slice(0, asWonders(view).players).map(({ score }) => score),
  Board,
  Final,
  victory: "Your city stands tallest",
  resultText,
  when: whenText,
  turnName,
  logbook,
  actionWords: (action) => [{ text: actionText(action) }],
  advice: adviceOf,
  tip,
  keys,
  press,
};

export default wonders;
