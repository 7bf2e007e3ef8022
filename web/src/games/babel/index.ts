/** Babel for the page: the board, and the ties between the files of this folder. */

import type { GameModule } from "../game";
import Board from "./Board.svelte";
import Final from "./Final.svelte";
import { advice, attempt, keys, leftUndone, links, peek, placeWords, press } from "./interactions";
import { logbook } from "./logbook";
import { effect, touched } from "./motions";
import { tip } from "./tips";
import { asBabel } from "./view";
import { actionWords, mergeDraws, phrase, sections, ways } from "./words";

const babel: GameModule = {
  name: "babel",
  isDrawn: false,
  endName: "end turn",
  isSimultaneous: () => false,
  scores: (view) => asBabel(view).players.map(({ score }) => score),
  Board,
  Final,
  victory: "Your temples stand",
  links,
  attempt,
  placeWords,
  peek,
  tip,
  actionWords,
  ways,
  phrase,
  merge: mergeDraws,
  logbook,
  sections,
  advice,
  leftUndone,
  effect,
  touched,
  keys,
  press,
};

export default babel;
