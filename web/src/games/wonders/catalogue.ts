/** What is in the box, by name: written by scripts/generate_catalogue.py from the game itself. */

import { capital } from "../game";
import box from "./catalogue.json";

export interface Counting {
  things: string[];
  cities: string[];
  coins: number;
  points: number;
}

export interface Effects {
  makes?: string[][];
  points?: number;
  shields?: number;
  symbol?: string;
  coins?: number;
  discounts?: Record<string, string[]>;
  counting?: Counting;
  power?: string;
  saves?: string;
  bonus?: { on: string; coins: number };
  sets?: { colours: string[]; points: number };
  symbol_set?: number;
  loss?: { coins: number; per?: string }; // what all others lose
  diplomacy?: number;
  gift?: number; // coins for each neighbour
  adds?: string; // a unit of what the city makes, or does not make
  rebate?: string; // the neighbour from whom one unit costs a coin less
}

/** What a card and a stage share. */
export interface Item {
  coins: number;
  resources: string[];
  effects: Effects;
  text: string; // of a stage nothing
}

export interface Card extends Item {
  name: string;
  title: string;
  age: number;
  colour: string;
  after: string[];
  opens: string[];
}

export interface BoardSide {
  board: string;
  side: string;
  makes: string; // "" for a board that makes nothing
  start: string; // what it has from the start, in words
  stages: Item[];
}

/** Where a stage is printed. */
interface Place {
  board: string;
  side: string;
  stage: number | null;
}

export interface Tile {
  number: number;
  kind: string;
  of: string[];
  amount: number;
  text: string;
}

export interface Project {
  name: string;
  title: string;
  age: number;
  colour: string;
  coins: number;
  resources: string[];
  reward: string;
  amount: number;
  reward_text: string;
  penalty: string;
  penalty_text: string;
}

// The file leaves out what is 0 or empty, titles that are the name, and the way back from `after`.
const short = box as unknown as { cards: Card[]; leaders: Card[]; boards: BoardSide[]; tiles: Tile[]; projects: Project[] };
const blank = () => ({ age: 0, coins: 0, resources: [], effects: {}, text: "", after: [], opens: [] });
const filled = <T extends { name: string }>(thing: T): [string, T] => [thing.name, { ...blank(), title: thing.name.split(" ").map(capital).join(" "), ...thing }];

const CARDS = new Map([...short.cards, ...short.leaders.map((leader) => ({ ...leader, colour: "white" }))].map(filled));
const SIDES = new Map(
  short.boards.map((board) => [`${board.board} ${board.side}`, { ...board, start: board.start ?? board.makes, stages: board.stages.map((stage) => ({ ...blank(), ...stage })) }]),
);
const TILES = new Map(short.tiles.map((tile) => [tile.number, { ...tile, of: tile.of ?? [], amount: tile.amount ?? 0, text: "" }]));
const PROJECTS = new Map(short.projects.map(filled));

for (const { title, after } of CARDS.values()) {
  for (const card of CARDS.values()) if (after.includes(card.title)) card.opens.push(title);
}

export const RESOURCES = box.resources;
export const isRaw = (kind: string): boolean => RESOURCES.indexOf(kind) < box.num_raw;

// What this page does not know yet, because the server is newer, is still drawn by its name.
export const cardOf = (name: string): Card => CARDS.get(name) ?? unknownCard(name);
/** Whether a card is a leader. */
export const isLeader = (name: string | null): boolean => name !== null && CARDS.get(name)?.colour === "white";
export const boardOf = (board: string | null, side: string | null): BoardSide | undefined => SIDES.get(`${board} ${side}`);
/** The stages of a city, those of neighbours where it copies them; a blank one for a stage that is still to be chosen. */
export const stagesOf = (city: { board: string | null; side: string | null; stage_list: Place[] }): Item[] =>
  boardOf(city.board, city.side) ? city.stage_list.map(({ board, side, stage }) => boardOf(board, side)?.stages[(stage ?? 0) - 1] ?? { ...blank(), text: "any stage" }) : [];
export const tileOf = (number: number): Tile => TILES.get(number) ?? { number, kind: "", of: [], amount: 0, text: `tile ${number}` };
export const projectOf = (name: string): Project => PROJECTS.get(name) ?? { ...unknownCard(name), reward: "", amount: 0, reward_text: "", penalty: "", penalty_text: "" };

function unknownCard(name: string): Card {
  return { ...blank(), name, title: capital(name), colour: "unknown" };
}

/** The colours of some cities: those of the first box, and each other one in which something lies. */
export function coloursOf(cities: { structures: Record<string, string[]> }[]): string[] {
  const others = cities.flatMap(({ structures }) => Object.keys(structures).filter((colour) => !FIRST_BOX.includes(colour) && structures[colour]!.length));
  return [...FIRST_BOX, ...new Set(others)];
}

const FIRST_BOX = ["brown", "grey", "blue", "yellow", "red", "green", "purple"];

/** What the colours of structures are called in short. */
const COLOUR_WORDS: Record<string, string> = {
  brown: "Raw",
  grey: "Goods",
  blue: "Civil",
  yellow: "Trade",
  red: "War",
  green: "Science",
  purple: "Guilds",
  white: "Leaders",
  black: "Cities",
};

/** A colour in a word. */
export const colourWord = (colour: string): string => COLOUR_WORDS[colour] ?? capital(colour);

/** The symbol of the sprite that goes with a colour; yellow has a ring of its own. */
export const COLOUR_SIGNS: Record<string, string> = {
  brown: "r-wood",
  grey: "r-glass",
  blue: "b-city",
  red: "shield",
  green: "s-gear",
  purple: "b-priest",
  white: "i-person",
  leader: "i-person",
  black: "b-facedown",
  stage: "pyramid",
  defeat: "defeat",
  victory: "victory",
  "three coins": "coin",
};
