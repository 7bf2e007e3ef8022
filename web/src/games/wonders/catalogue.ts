/** What is in the box, by name: written by scripts/generate_catalogue.py from the game itself. */

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
}

/** What a card and a stage share. */
export interface Item {
  coins: number;
  resources: string[];
  effects: Effects;
  text: string;
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
  makes: string;
  stages: Item[];
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

const CARDS = new Map((box.cards as unknown as Card[]).map((card) => [card.name, card]));
const SIDES = new Map((box.boards as unknown as BoardSide[]).map((board) => [`${board.board} ${board.side}`, board]));
const TILES = new Map((box.tiles as Tile[]).map((tile) => [tile.number, tile]));
const PROJECTS = new Map((box.projects as Project[]).map((project) => [project.name, project]));

export const COLOURS = box.colours;
export const RESOURCES = box.resources;
export const isRaw = (kind: string): boolean => RESOURCES.indexOf(kind) < box.num_raw;

export const cardOf = (name: string): Card => CARDS.get(name)!;
export const boardOf = (board: string, side: string): BoardSide => SIDES.get(`${board} ${side}`)!;
export const tileOf = (number: number): Tile => TILES.get(number)!;
export const projectOf = (name: string): Project => PROJECTS.get(name)!;

/** What the colours of structures are called in short. */
export const COLOUR_WORDS: Record<string, string> = {
  brown: "Raw",
  grey: "Goods",
  blue: "Civil",
  yellow: "Trade",
  red: "War",
  green: "Science",
  purple: "Guilds",
};

/** The symbol of the sprite that goes with a colour; yellow has a ring of its own. */
export const COLOUR_SIGNS: Record<string, string> = {
  brown: "r-wood",
  grey: "r-glass",
  blue: "b-city",
  red: "shield",
  green: "s-gear",
  purple: "b-priest",
};
