/** What a game adds to the shell: its board, and how the things on it translate to actions and words. */

import type { Component, Snippet } from "svelte";
import type { BoardModel } from "../lib/board.svelte";
import type { Motion } from "../lib/motion";
import type { ActionInfo, LogLine } from "../lib/protocol";
import type { Sound } from "../lib/sound";

/** A thing on the table that can be touched, such as `hand:medes`; elements carry it as `data-place`. */
export type Place = string;

export type View = Record<string, unknown>;

/** A piece of a sentence: plain, strong, or a coloured tag with an emblem. */
export interface Part {
  text: string;
  strong?: boolean;
  nation?: string;
}

/** One way to take an action by touch: take `source` to `target`. */
export interface Link {
  source: Place;
  target: Place;
  label: string; // what happens there, in a word or two
}

/** What a touch without a legal action meant: an action to ask the server about, or a sentence. */
export type Attempt = { action: string } | { reason: string; clause: string };

/** One line of the list of actions: a heading and its buttons. */
export interface Section {
  heading: string;
  rows: { label: string; choices: Choice[]; isDense?: boolean }[]; // a label where a heading has several rows
}

export interface Choice {
  action: ActionInfo;
  words: string; // the whole action, for filter and screen readers
  short: Part[]; // what the button shows
}

/** Facts about a touched thing that has nothing to offer. */
export interface Peek {
  title: string;
  lines: Part[][];
}

export interface KeyHelp {
  keys: string;
  meaning: string;
}

/** What one action of the log moves on the table. */
export interface Effect {
  motions: Motion[];
  sound: Sound | null;
}

/** A board places the shell's parts in its own layout. */
export interface BoardProps {
  table: BoardModel;
  side: Snippet; // the log, or the list of actions
  bar: Snippet; // the main button and its neighbours
  ticker: Snippet; // the last line of the log, on phones
}

export interface GameModule {
  name: string;
  isDrawn: boolean; // the server sends the position as a text too
  endName: string | null; // the action behind the main button
  isSimultaneous(view: View): boolean; // several seats choose at once, and in secret
  Board: Component<BoardProps>;
  Final: Component<{ table: BoardModel }> | null; // the picture in the result
  links(action: ActionInfo, view: View): Link[];
  attempt(source: Place, target: Place | null, view: View): Attempt | null;
  placeWords(place: Place, view: View): string;
  peek(place: Place, table: BoardModel): Peek | null;
  phrase(text: string, isMe: boolean): Part[]; // a line of the log without its actor
  merge(texts: string[], isMe: boolean): Part[]; // what chance dealt one seat in a row, as one line
  sections(actions: ActionInfo[], view: View): Section[];
  advice(table: BoardModel): string; // what to do now, when nothing is selected
  leftUndone(actions: ActionInfo[], view: View): string | null;
  effect(line: LogLine, before: View, after: View): Effect;
  touched(before: View, after: View, seat: number): Place[]; // what a seat's actions changed
  keys: KeyHelp[];
  press(event: KeyboardEvent, table: BoardModel): boolean; // whether the key was the game's
}

/** A phrase as plain text. */
export function plain(parts: Part[]): string {
  return parts.map((part) => part.text).join("");
}

/** A word with a capital. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
