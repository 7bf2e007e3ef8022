/** Tooltips: what a thing is, in words of the rules, and what it would do now. */

import type { BoardModel } from "../../lib/board.svelte";
import type { Part, Place, Tip } from "../game";
import { capital } from "../game";
import { boardOf, cardOf, colourWord, isRaw, projectOf } from "./catalogue";
import { LINES } from "./story";
import { asWonders, boardName, boardWords, counted, listed, positionOf, unitsText, whoName } from "./view";
import { changeWords, cityWords, itemWords, stripWords, tileWords, whoseWords } from "./words";

const line = (text: string): Part[] => [{ text }];

/** The tooltip of a thing by its place: `card:baths`, `tile:5`, `stage:gizah a 0`, `res:wood`, `project:archives`, `city:0`, `war`. */
export function tip(place: Place, table: BoardModel): Tip | null {
  const [kind, rest = ""] = [place.split(":")[0]!, place.slice(place.indexOf(":") + 1)];
  if (kind === "card") return cardTip(rest, table);
  if (kind === "tile") return tileTip(Number(rest), table);
  if (kind === "stage") return stageTip(rest);
  if (kind === "res") return resourceTip(rest.split("/"));
  if (kind === "project") return projectTip(rest, table);
  if (kind === "city") return cityTip(Number(rest), table);
  if (kind === "colour") return { title: colourWord(rest), lines: [line(COLOUR_MEANINGS[rest] ?? "Cards of their own colour.")], clause: "SW-4.1" };
  if (kind === "coin") return { title: "Coins", lines: [line("They pay the bank and the neighbours for what a city lacks. At the end three are worth a point.")], clause: "SW-10.2" };
  if (kind === "price") return { title: "Price of a unit", lines: [line("What one unit costs you here; the coins go to this neighbour. It is 2 unless a structure, a stage or a tile changes it.")], clause: "SW-5.4" };
  if (kind === "tower") return { title: "Tower of Babel", lines: [line("What its tiles say holds for everybody. Laid by the end, one tile is worth 2 points, two 5, three 10.")], clause: "SW-12.11" };
  if (kind === "war") return { title: "Shields", lines: [line("At the end of each Age your shields are compared with those of each neighbour: 1, 3 or 5 points for more, minus 1 for fewer.")], clause: "SW-9.2" };
  if (kind === "diplomacy") return { title: "Diplomacy", lines: [line("When the Age ends this city gives a token back and stays out of the conflicts; the cities on both sides meet.")], clause: "SW-16.7" };
  if (kind === "debt") return { title: "Debts", lines: [line("Each debt costs a point at the end. Debts are not paid back.")], clause: "SW-16.5" };
  if (kind === "line") return lineTip(rest);
  return USE_TIPS[place] ?? null;
}

/** What each line of the score sheet counts, and by which rule. */
const LINE_MEANINGS: Record<string, [string, string]> = {
  military: ["Victory tokens count 1, 3 or 5 by the Age, defeat tokens minus 1.", "SW-9.2"],
  treasury: ["Every three coins are worth a point.", "SW-10.2"],
  wonder: ["The points printed on the stages that are built.", "SW-10.3"],
  civilian: ["The points printed on the blue structures.", "SW-10.3"],
  commerce: ["Some yellow structures are worth points for what the city has.", "SW-10.5"],
  science: ["The square of the number of each symbol, and 7 for each set of all three.", "SW-10.4"],
  guilds: ["What the guilds count in the city and at its neighbours.", "SW-10.5"],
  leaders: ["What leaders are worth, recruited or copied by a guild.", "SW-15.16"],
  black: ["The points of black structures.", "SW-16.13"],
  debts: ["Each debt costs a point.", "SW-16.5"],
  tower: ["One tile laid is worth 2 points, two 5, three 10.", "SW-12.11"],
  projects: ["Rewards of great projects, less the penalties of those that failed.", "SW-13.2"],
};

function lineTip(key: string): Tip | null {
  const [text, clause] = LINE_MEANINGS[key] ?? [];
  const title = LINES.find((found) => found.key === key)?.title;
  return text && title ? { title: `${title}: points`, lines: [line(text)], clause: clause! } : null;
}

/** What can be done with a card. */
const USE_TIPS: Record<string, Tip> = {
  "use:build": { title: "Build it", lines: [line("The structure stands in your city from now on. What you lack is bought from your neighbours.")], clause: "SW-4.1" },
  "use:stage": { title: "Build a stage", lines: [line("The card goes face down under your board; nobody sees which. You pay what the stage costs, not the card.")], clause: "SW-7.1" },
  "use:discard": { title: "Discard it", lines: [line("The card goes face down to the discards, and the bank pays you 3 coins.")], clause: "SW-3.3" },
  "use:tower": { title: "Lay a tile", lines: [line("The card is discarded for nothing, and one of your tiles goes to the tower at the end of the turn.")], clause: "SW-12.3" },
  "use:join": { title: "Join the project", lines: [line("With a structure of its colour you may take part, and pay what the project asks on top.")], clause: "SW-13.2" },
  "use:swap": { title: "Swap the two cards", lines: [line("What you chose for your city goes to the Free City, and the other way round.")], clause: "SW-11.4" },
};

const COLOUR_MEANINGS: Record<string, string> = {
  brown: "Brown structures make raw materials: wood, stone, ore and clay. They are sold to neighbours.",
  grey: "Grey structures make manufactured goods: glass, papyrus and loom. They are sold to neighbours.",
  blue: "Blue structures are worth the points printed on them.",
  yellow: "Yellow structures bring coins, cheaper trade, resources that are not for sale, or points.",
  red: "Red structures bring shields for the conflicts at the end of each Age.",
  green: "Green structures bring symbols: the square of each kind, and 7 points for each set of three.",
  purple: "Guilds are worth points for what the city and its neighbours have.",
  white: "Leaders help their city from the turn in which they are recruited; they are no structures.",
  black: "Black structures do what no others do: masks, diplomacy, losses of others. As many are dealt in each Age as there are players.",
};

function cityTip(number: number, table: BoardModel): Tip | null {
  const view = asWonders(table.view);
  const city = view.cities[number];
  if (!city) return null;
  return { title: boardName(city), lines: [line(cityWords(city, whoName(table, number), positionOf(view, table.near, number)))], clause: "SW-1.1" };
}

function cost(coins: number, resources: string[]): string {
  return [coins ? counted(coins, "coin") : "", unitsText(resources)].filter(Boolean).join(" and ") || "nothing";
}

function cardTip(name: string, table: BoardModel): Tip {
  const card = cardOf(name);
  const lines = [line(`Costs ${cost(card.coins, card.resources)}.`), line(`${capital(itemWords(card))}${card.effects.counting ? `, ${whoseWords(card.effects.counting)}` : ""}.`)];
  if (card.after.length) lines.push(line(`Free after ${listed(card.after, "or")}.`));
  if (card.opens.length) lines.push(line(`Makes ${listed(card.opens)} free.`));
  const held = asWonders(table.view).hand.find((found) => found.card === name);
  const strip = held ? stripWords(held.strip, undefined) : null;
  return { title: card.title, lines, clause: card.colour === "white" ? "SW-15.4" : "SW-4.1", ...(strip ? { now: line(`${strip.coins !== null ? `${counted(strip.coins, "coin")}: ` : ""}${strip.words}.`) } : {}) };
}

function tileTip(number: number, table: BoardModel): Tip {
  const view = asWonders(table.view);
  const words = tileWords(number, view.age);
  const found = [...(view.tower?.spaces ?? []), ...(view.tower?.mine ?? [])].find((tile) => tile?.tile === number);
  const changes = changeWords(found?.changes ?? []);
  return { title: words.title, lines: [line(words.text)], now: line(changes.length ? `For you now: ${changes.join("; ")}.` : "For you now: nothing."), clause: "SW-12.5" };
}

function stageTip(place: string): Tip | null {
  const [board = "", side = "", index = "0"] = place.split(" ");
  const stage = boardOf(board, side)?.stages[Number(index)];
  if (!stage) return null;
  return {
    title: `Stage ${Number(index) + 1} of ${boardWords(board)} ${side.toUpperCase()}`,
    lines: [line(`Costs ${cost(stage.coins, stage.resources)}; any card may mark it.`), line(`${capital(itemWords(stage))}.`)],
    clause: "SW-7.1",
  };
}

function resourceTip(kinds: string[]): Tip {
  const sort = isRaw(kinds[0] ?? "wood") ? "raw material" : "manufactured good";
  const text = kinds.length > 1 ? "One of these each turn, whichever is needed." : "Each unit can be used once a turn; it is not spent.";
  return { title: capital(listed(kinds, "or")), lines: [line(`${capital(sort)}. ${text}`)], clause: "SW-5.1" };
}

function projectTip(name: string, table: BoardModel): Tip {
  const project = projectOf(name);
  const view = asWonders(table.view);
  return {
    title: project.title,
    lines: [line(`Join with a ${project.colour} structure for ${cost(project.coins, project.resources)} on top.`), line(`Reward: ${project.reward_text}. If it fails, those who stay out lose ${project.penalty_text}.`)],
    now: line(view.project?.tokens ? `${counted(view.project.tokens, "place")} open.` : "All places are taken."),
    clause: "SW-13.2",
  };
}
