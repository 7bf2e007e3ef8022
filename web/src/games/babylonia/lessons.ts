/** How Babylonia is learnt: six steps, the same for the coach and for “How to play”. */

import type { BoardModel } from "../../lib/board.svelte";
import type { ActionInfo } from "../../lib/protocol";
import type { Lessons, Place } from "../game";
import { typedAction } from "./action";
import Chains from "./pictures/Chains.svelte";
import City from "./pictures/City.svelte";
import Field from "./pictures/Field.svelte";
import River from "./pictures/River.svelte";
import Tokens from "./pictures/Tokens.svelte";
import Ziggurat from "./pictures/Ziggurat.svelte";
import { asBabylonia, type BabyloniaView, cellsOf, type CellView, isRiver, neighboursOf, nobleKinds, type Standing } from "./view";
import { listed } from "./words";

/** The cell of an action that places a token. */
const cellOf = (action: ActionInfo): string | null => {
  const typed = typedAction(action);
  return typed.verb === "place" ? typed.args.cell : null;
};

/** The legal cells for which something holds. */
function cells(table: BoardModel, fits: (cell: string) => boolean): Place[] {
  const found = new Set(table.actions.flatMap((action) => cellOf(action) ?? []));
  return [...found].filter(fits).map((cell) => `cell:${cell}`);
}

/** Cities or ziggurats with free land around them: those with most tokens of mine first, then with the fewest free cells. */
function sitesOf(table: BoardModel, holds: "city" | "ziggurat"): Standing[] {
  const { standings, seat } = asBabylonia(table.view);
  const mine = (standing: Standing): number => standing.shares[seat]?.tokens ?? 0;
  const found = standings.filter((standing) => standing.holds === holds && standing.free.length && !standing.scored);
  return found.sort((a, b) => mine(b) - mine(a) || a.free.length - b.free.length);
}

function beside(table: BoardModel, holds: "city" | "ziggurat"): Place[] {
  return table.actions.some(isPlacing) ? sitesOf(table, holds).map(({ cell }) => `cell:${cell}`) : [];
}

/** `Here 3 of 6 land cells are taken, 3 are free.`, and what it shows. */
function siteFacts(table: BoardModel, holds: "city" | "ziggurat"): string[] {
  const [site] = sitesOf(table, holds);
  if (!site) return [];
  const [free, taken] = [site.free.length, site.land - site.free.length];
  const cells = `Here ${taken} of ${site.land} land cells ${taken === 1 ? "is" : "are"} taken, ${free} ${free === 1 ? "is" : "are"} free.`;
  return site.tile ? [cells, `It shows ${listed(nobleKinds(site.tile).map((kind) => `${kind}s`))}: each of yours in the chain brings 2.`] : [cells];
}

function chainFacts(table: BoardModel): string[] {
  const [city] = sitesOf(table, "city");
  const nobles = city?.shares[asBabylonia(table.view).seat]?.nobles ?? 0;
  return city ? [nobles ? `Your chain would bring ${nobles} points at ${city.cell} now.` : `No noble of yours reaches ${city.cell} yet.`] : [];
}

/** A token to take while some must be placed, then the end of the turn. */
function firstStep(table: BoardModel): Place[] {
  if (table.actions.some((action) => action.verb === END)) return ["end"];
  return table.actions.flatMap((action) => (isPlacing(action) ? table.game.links(action, table.view).map((link) => link.source) : [])).slice(0, 1);
}

const isFree = (table: BoardModel, wanted: "river" | "field") => (name: string): boolean => {
  const cell = cellsOf(asBabylonia(table.view)).get(name);
  return cell !== undefined && (wanted === "field" ? cell.holds === "field" : isRiver(cell));
};

const END = "end placing";
const isPlacing = (action: ActionInfo): boolean => action.verb === "place";

/** The position that the coach spoke of last; an action is judged by what lies there. */
let seen: BabyloniaView | null = null;
const look = (table: BoardModel): void => void (seen = asBabylonia(table.view));

/** Whether a token was placed on a cell for which something holds. */
const isPlacedWhere =
  (fits: (cell: CellView, around: (CellView | undefined)[], view: BabyloniaView) => boolean) =>
  (action: ActionInfo): boolean => {
    const cell = seen && cellsOf(seen).get(cellOf(action) ?? "");
    return cell ? fits(cell, neighboursOf(seen!, cell.cell), seen!) : false;
  };

const lessons: Lessons = {
  goal: "Most points win. They come from cities, fields, ziggurats and a card; nobody may pass.",
  steps: [
    {
      title: "Two tokens a turn",
      text: "Take a token from your stand, then a cell with a dot. Any two tokens a turn, or three and more farmers, all of them on land. Then end the turn: what is surrounded is scored, and your stand is refilled.",
      clause: "BN-3.1",
      Picture: Tokens,
      places: (table) => (look(table), firstStep(table)),
      isDone: (action) => action.verb === END,
    },
    {
      title: "Surround a city",
      text: "A city is scored when every land cell around it holds a token, no matter whose. The most tokens take it; then everybody gets a point for each own city. Tap a city to see how it stands.",
      clause: "BN-4.1",
      Picture: City,
      places: (table) => beside(table, "city").slice(0, 1),
      facts: (table) => siteFacts(table, "city"),
      isDone: isPlacedWhere((_, around) => around.some((other) => other?.holds === "city")),
    },
    {
      title: "Chains carry nobles",
      text: "Tokens of yours side by side are a chain. When a city is scored, each noble it shows brings you 2 points if your chain reaches the city.",
      clause: "BN-4.3",
      Picture: Chains,
      places: (table) => beside(table, "city").slice(0, 1),
      facts: (table) => chainFacts(table),
      isDone: isPlacedWhere((_, around, view) => around.some((other) => other?.holds === "token" && other.seat === view.seat)),
    },
    {
      title: "Rivers hide tokens",
      text: "A token in a river lies face down: it connects and counts for the most tokens, but is not a noble. Two may go there in a turn.",
      clause: "BN-3.6",
      Picture: River,
      places: (table) => cells(table, isFree(table, "river")).slice(0, 1),
      isDone: isPlacedWhere((cell) => isRiver(cell)),
    },
    {
      title: "Farmers and fields",
      text: "A farmer may go on a field next to a token of yours, and scores it at once: its number, or a point for each city anybody has taken.",
      clause: "BN-3.8",
      Picture: Field,
      places: (table) => cells(table, isFree(table, "field")).slice(0, 1),
      isDone: isPlacedWhere((cell) => cell.holds === "field"),
    },
    {
      title: "Ziggurats and cards",
      text: "A token next to a ziggurat brings a point for each ziggurat you touch. Surrounded, the most tokens choose one of the cards.",
      clause: "BN-3.7",
      Picture: Ziggurat,
      places: (table) => beside(table, "ziggurat").slice(0, 1),
      facts: (table) => siteFacts(table, "ziggurat"),
      isDone: isPlacedWhere((_, around) => around.some((other) => other?.holds === "ziggurat")),
    },
  ],
};

export default lessons;
