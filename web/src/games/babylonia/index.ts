/** Babylonia for the page: the board, and the ties between the files of this folder. */

import type { BoardModel } from "../../lib/board.svelte";
import type { ActionForm, ActionInfo, LogLine } from "../../lib/protocol";
import { capital, type Attempt, type Effect, type GameModule, type Link, type Part, type Peek, type Place, type Section, type Tip, type View } from "../game";
import Board from "./Board.svelte";
import { typedAction, placingOf } from "./action";
import { uiOf } from "./board-ui.svelte";
import Final from "./Final.svelte";
import { boards } from "./focus";
import { press } from "./keyboard";
import { logbook, merge, told } from "./logbook";
import { mainAction } from "./main";
import { effect } from "./motions";
import { actionText, sectionsOf } from "./sections";
import { tip } from "./tips";
import { asBabylonia, cellsOf, isRiver } from "./view";
import { isMe, listed, numberWord, sayOther, sayPlacing, who } from "./words";

function links(action: ActionInfo): Link[] {
  const typed = typedAction(action);
  if (typed.verb === "place") return [{ source: `stand:${typed.args.token}`, target: `cell:${typed.args.cell}`, label: "Place" }];
  if (typed.verb === "score") return [{ source: `cell:${typed.args.cell}`, target: `cell:${typed.args.cell}`, label: "Score" }];
  if (typed.verb === "take card") return [{ source: `pick:${typed.args.card}`, target: `pick:${typed.args.card}`, label: "Take" }];
  return [];
}

/** Why a token may not go somewhere; of a token alone: why it may not go to any free land. */
function attempt(source: Place, target: Place | null, view: View): Attempt | null {
  if (!source.startsWith("stand:")) return null;
  const kind = source.slice("stand:".length);
  if (target?.startsWith("cell:")) return { action: placingOf(kind, target.slice("cell:".length)) };
  if (target !== null) return null;
  const land = asBabylonia(view).cells.find((cell) => cell.holds === "nothing" && !isRiver(cell));
  return land ? { action: placingOf(kind, land.cell), title: `You cannot place a ${kind} now` } : null;
}

function placeWords(place: Place, view: View): string {
  const [what, name] = place.split(":") as [string, string];
  if (what === "stand") return capital(name);
  const cell = cellsOf(asBabylonia(view)).get(name);
  return cell ? `row ${cell.row}, column ${cell.column}` : name;
}

function peek(place: Place, table: BoardModel): Peek | null {
  if (place.startsWith("cell:")) uiOf(table).inspect(place.slice("cell:".length));
  const found = place.startsWith("card:") ? tip(place, table) : null;
  return found ? { title: found.title, lines: found.lines } : null;
}

function say(table: BoardModel): Part[] {
  const view = asBabylonia(table.view);
  const ui = uiOf(table);
  if (view.placing && table.isMyTurn) return sayPlacing(table, view, ui.kind, ui.effect);
  return sayOther(table, view);
}

function touched(before: View, after: View, seat: number): Place[] {
  const then = cellsOf(asBabylonia(before));
  return asBabylonia(after).cells.flatMap((cell) =>
    cell.holds === "token" && cell.seat === seat && then.get(cell.cell)?.holds !== "token" ? [`cell:${cell.cell}`] : [],
  );
}

function resultTitle(table: BoardModel): string {
  const { ranks, scores } = table.outcome!;
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const names = listed(winners.map((seat) => who(table, seat)));
  if (winners.length > 1) return `${capital(names)} share the victory`;
  const [first, second] = [...scores].sort((a, b) => b - a) as [number, number];
  const wins = isMe(table, winners[0] ?? -1) ? "You win" : `${names} wins`;
  return first === second ? `${wins} by cities` : `${wins} by ${numberWord(first - second)} point${first - second === 1 ? "" : "s"}`;
}

const babylonia: GameModule = {
  name: "babylonia",
  isDrawn: false,
  endName: "end placing",
  isSimultaneous: () => false,
  scores: (view: View): number[] => asBabylonia(view).players.map(({ score }) => score),
  Board,
  Final,
  victory: "You win",
  resultTitle,
  links,
  attempt,
  placeWords,
  peek,
  tip: (place: Place, table: BoardModel): Tip | null => tip(place, table),
  actionWords: (action: ActionForm): Part[] => [{ text: actionText(action) }],
  phrase: (line: LogLine): Part[] => [{ text: line.predicate }],
  merge,
  logbook,
  told,
  sections: (actions: ActionInfo[], view: View): Section[] => sectionsOf(actions, asBabylonia(view)),
  advice: (table: BoardModel): string => say(table).map((part) => part.text).join(""),
  say,
  main: (table: BoardModel) => mainAction(table, uiOf(table)),
  leftUndone: () => null,
  effect: (lines: LogLine[], before: View, after: View): Effect => effect(lines, asBabylonia(before), asBabylonia(after)),
  touched,
  keys: [
    { keys: "1–7", meaning: "take a token of the stand; choose the card of that number, or what is scored next" },
    { keys: "Arrows, Shift", meaning: "walk over the cells; sideways to the upper, with Shift to the lower neighbour" },
    { keys: "Enter", meaning: "place the token, score, take the card" },
    { keys: "Space", meaning: "look at a city, a ziggurat or a cell" },
    { keys: "N, Shift N", meaning: "next cell the token may go to, the best known first" },
    { keys: "B, Y", meaning: "next city by fewest free cells, next ziggurat" },
    { keys: "Home", meaning: "back to the last token placed" },
  ],
  press: (event: KeyboardEvent, table: BoardModel): boolean => press(event, table, uiOf(table), boards.get(table) ?? (() => undefined)),
};

export default babylonia;
