/** How the page treats a game that says nothing of its own; without the plain board, which only games without a board load. */

import type { BoardModel } from "../../lib/board.svelte";
import type { ActionForm } from "../../lib/protocol";
import { type GameModule } from "../game";
import { sections } from "./view";

export const PLAIN: Omit<GameModule, "name" | "Board"> = {
  isDrawn: true,
  endName: null,
  isSimultaneous: () => false,
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
};

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
