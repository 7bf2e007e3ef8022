/** The keyboard over hexagons: one cell further by what the eye sees. */

import type { BoardModel } from "../../lib/board.svelte";
import type { BoardUi } from "./board-ui.svelte";
import { asBabylonia, type BabyloniaView, cellsOf, type CellView, tokensOf, nearPlayer } from "./view";

/** Along a column two rows up or down; sideways to the neighbour on the upper side, with Shift on the lower one. */
const WIDE: Record<string, [number, number, number, number]> = {
  ArrowUp: [-2, 0, -2, 0],
  ArrowDown: [2, 0, 2, 0],
  ArrowLeft: [-1, -1, 1, -1],
  ArrowRight: [-1, 1, 1, 1],
};
/** The turned board: along a row of the picture, and up or down to the left neighbour, with Shift to the right one. */
const TALL: Record<string, [number, number, number, number]> = {
  ArrowLeft: [2, 0, 2, 0],
  ArrowRight: [-2, 0, -2, 0],
  ArrowUp: [1, -1, -1, -1],
  ArrowDown: [1, 1, -1, 1],
};

/** The cell an arrow key leads to; the same where the board ends; none for other keys. */
export function step(event: KeyboardEvent, from: CellView, view: BabyloniaView, isTall: boolean): string | null {
  const steps = (isTall ? TALL : WIDE)[event.key];
  if (!steps) return null;
  const [first, second] = [steps.slice(0, 2), steps.slice(2)] as [[number, number], [number, number]];
  const order = event.shiftKey ? [second, first] : [first, second];
  return order.map(([down, right]) => open(view, from.row + down, from.column + right)).find((cell) => cell !== null) ?? from.cell;
}

function open(view: BabyloniaView, row: number, column: number): string | null {
  const cell = cellsOf(view).get(`${row},${column}`);
  return cell && cell.holds !== "closed" ? cell.cell : null;
}

/** Keys of the game wherever the focus is; whether the key was one of them. */
export function press(event: KeyboardEvent, table: BoardModel, ui: BoardUi, focusOn: (cell: string) => void): boolean {
  const key = event.key.toLowerCase();
  if (/^[1-9]$/.test(key)) return pressDigit(Number(key), table, ui);
  const lists: Record<string, () => string[]> = {
    n: () => legalCells(table),
    b: () => sites(table, "city"),
    y: () => sites(table, "ziggurat"),
    home: () => lastPlaced(table),
  };
  const cells = lists[key]?.();
  if (!cells) return false;
  const next = cells[(cells.indexOf(ui.at) + (event.shiftKey ? cells.length - 1 : 1)) % cells.length];
  if (next) focusOn(next);
  return true;
}

function pressDigit(digit: number, table: BoardModel, ui: BoardUi): boolean {
  const view = asBabylonia(table.view);
  if (view.phase === "card") {
    if (view.display.some((card) => card.card === digit)) ui.card = digit;
    return true;
  }
  if (view.phase === "score" && table.isMyTurn) {
    const scoring = ui.scoring(view.to_score[digit - 1] ?? "");
    if (scoring) void table.perform(scoring);
    return true;
  }
  const kind = tokensOf(nearPlayer(view))[digit - 1];
  if (!kind || table.mySeat === null) return false;
  ui.taken = digit - 1;
  if (table.selection !== `stand:${kind}`) {
    table.letGo();
    table.touch(`stand:${kind}`);
  }
  return true;
}

/** Where the selected token may go: what is about to be surrounded first, then fields, then the rest. */
function legalCells(table: BoardModel): string[] {
  const view = asBabylonia(table.view);
  const lastFree = new Set(view.standings.flatMap((standing) => (standing.free.length === 1 ? standing.free : [])));
  const weight = (name: string): number => {
    const cell = cellsOf(view).get(name)!;
    return lastFree.has(name) ? 100 : cell.holds === "field" ? 10 + (cell.worth ?? 0) : 0;
  };
  const cells = [...table.targets.keys()].flatMap((place) => (place.startsWith("cell:") ? [place.slice(5)] : []));
  const scoring = view.to_score.filter(() => view.phase === "score");
  return [...scoring, ...cells.sort((a, b) => weight(b) - weight(a))];
}

function sites(table: BoardModel, holds: "city" | "ziggurat"): string[] {
  const found = asBabylonia(table.view).standings.filter((standing) => standing.holds === holds);
  return found.sort((a, b) => a.free.length - b.free.length).map((standing) => standing.cell);
}

const lastPlaced = (table: BoardModel): string[] => [...table.last].flatMap((place) => (place.startsWith("cell:") ? [place.slice(5)] : []));
