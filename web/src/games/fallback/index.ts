/** A game without a board of its own: the position as an outline, every action in a list. */

import { capital, type GameModule } from "../game";
import Board from "./Board.svelte";

export function fallback(name: string): GameModule {
  return {
    name,
    Board,
    Final: null,
    links: () => [],
    attempt: () => null,
    placeWords: (place) => place,
    peek: () => null,
    phrase: (text) => [{ text: text.replace(/^seat \d+:? /, "") }],
    merge: (texts) => [{ text: texts.map((text) => text.replace(/^seat \d+:? /, "")).join(", ") }],
    sections: (actions) =>
      [...new Set(actions.map((action) => action.group))].map((group) => ({
        heading: capital(group),
        rows: [
          {
            label: "",
            choices: actions
              .filter((action) => action.group === group)
              .map((action) => ({ action, words: action.name, short: [{ text: capital(action.name) }] })),
          },
        ],
      })),
    advice: (table) => {
      if (table.outcome) return "The game is over.";
      if (table.isMyTurn) return "Choose an action from the list.";
      return `${table.actors.map((seat) => table.seatName(seat)).join(", ")} to act.`;
    },
    leftUndone: () => null,
    effect: () => ({ motions: [], sound: null }),
    touched: () => [],
    keys: [],
    press: () => false,
  };
}
