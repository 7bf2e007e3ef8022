/** A game without a board of its own: the position as the game draws it in text, every action in a list. */

import type { BoardModel } from "../../lib/board.svelte";
import type { ActionForm } from "../../lib/protocol";
import { type GameModule } from "../game";
import Board from "./Board.svelte";
import { sections } from "./view";

/** The plain board; a game that has more to say gives `also`. */
export function fallback(name: string, also: Partial<GameModule> = {}): GameModule {
  return {
    name,
    isDrawn: true,
    endName: null,
    isSimultaneous: () => false,
    Board,
    Final: null,
    victory: "You have won",
    links: () => [],
    attempt: () => null,
    placeWords: (place) => place,
    peek: () => null,
    tip: () => null,
    actionWords: (action) => [{ text: formWords(action) }],
    phrase: (line) => [{ text: line.predicate }],
    merge: (lines) => [{ text: listed(lines.map((line) => line.predicate)) }],
    sections,
    advice,
    leftUndone: () => null,
    effect: () => ({ motions: [], sound: null }),
    touched: () => [],
    keys: [],
    press: () => false,
    ...also,
  };
}

/** An action given as data in plain words. */
const formWords = ({ verb, args }: ActionForm): string => [verb, ...Object.values(args ?? {})].join(" ");

/** Equal words once, with their number; a long deal is cut short. */
function listed(texts: string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count > 1 ? `${text} ×${count}` : text)).join(", ");
}

function advice(table: BoardModel): string {
  if (table.outcome) return "The game is over.";
  if (table.isMyTurn) return "Choose an action from the list.";
  const names = table.actors.map((seat) => table.seatName(seat));
  if (!names.length) return "";
  const who = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are` : `${names[0]} is`;
  const isMine = table.mySeat !== null && table.game.isSimultaneous(table.view);
  return `${isMine ? "You have chosen. " : ""}${who} ${table.game.isSimultaneous(table.view) ? "still choosing" : "to act"}.`;
}
